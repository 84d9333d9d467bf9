import WebLibraries

/// The third-party libraries of a page, embedded when the program was built.
///
/// Without a library, the page draws its maps or plots plainly.
struct PageLibraries {
  var leaflet: WebLibrary?
  var d3: WebLibrary?

  static let embedded = PageLibraries(leaflet: .leaflet, d3: .d3)

  /// No libraries: every map and every plot is drawn plainly.
  static let none = PageLibraries()

  var mapNotice: String? {
    leaflet == nil ? "No map: this program was built without Leaflet." : nil
  }

  var chartNotice: String? { d3 == nil ? "No charts: this program was built without D3." : nil }

  var all: [WebLibrary] { [leaflet, d3].compactMap(\.self) }
}
