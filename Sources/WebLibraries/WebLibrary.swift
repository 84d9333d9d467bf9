/// A JavaScript library that pages use, embedded when the program was built.
package struct WebLibrary: Sendable, Equatable {
  package var name: String
  package var version: String
  package var script: String
  /// The library's style sheet; empty if it has none.
  package var style: String
  /// One sentence about the library's use and license.
  package var summary: String
  /// The text of the license, which every copy has to contain.
  package var license: String
}

extension WebLibrary {
  /// Leaflet, which draws maps; nil if it was missing when the program was built.
  package static let leaflet = embeddedLeaflet.map {
    WebLibrary(
      $0, name: "Leaflet",
      summary: "The map is drawn by Leaflet (leafletjs.com), under the 2-clause BSD license.")
  }

  /// D3, which draws plots; nil if it was missing when the program was built.
  package static let d3 = embeddedD3.map {
    WebLibrary(
      $0, name: "D3",
      summary: "The charts are drawn by D3 (d3js.org), under the 3-clause BSD license.")
  }

  private init(_ library: EmbeddedLibrary, name: String, summary: String) {
    self.init(
      name: name, version: library.version, script: library.script.description,
      style: library.style.description, summary: summary, license: library.license.description)
  }
}

/// The files of a library, as the build tool plugin `GeneratedSources` writes them.
struct EmbeddedLibrary: Sendable {
  var version: String
  var script: StaticString
  var style: StaticString
  var license: StaticString
}
