import WebLibraries

/// The third-party libraries of a page, embedded when the program was built.
///
/// Without a library, the page draws its maps or plots plainly.
struct PageLibraries: Equatable {
  var leaflet: WebLibrary?
  var d3: WebLibrary?

  static let embedded = PageLibraries(leaflet: .leaflet, d3: .d3)

  /// No libraries: every map and every plot is drawn plainly.
  static let none = PageLibraries()

  var mapNotice: String? {
    leaflet == nil ? "A plain map: this program was built without Leaflet." : nil
  }

  var chartNotice: String? {
    d3 == nil ? "Plain plots: this program was built without D3." : nil
  }

  /// Returns the scripts that draw with the libraries. Without a library, the plain drawings that
  /// stand in for it come first.
  func scripts(maps: [[UInt8]] = [], plots: [[UInt8]]) -> [[UInt8]] {
    (leaflet == nil && !maps.isEmpty || d3 == nil ? [PackageResources.plain_js] : [])
      + (leaflet == nil ? [] : maps) + (d3 == nil ? [] : plots)
  }

  var all: [WebLibrary] { [leaflet, d3].compactMap(\.self) }
}
