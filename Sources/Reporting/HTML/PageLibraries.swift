import Foundation

/// The third-party libraries that a page needs.
///
/// They are read from the folders of Debian's packages when a page is written, and are not part of
/// this repository.
struct PageLibraries {
  private static let leafletFolder = "/usr/share/javascript/leaflet"
  private static let d3Path = "/usr/share/nodejs/d3/dist/d3.min.js"

  /// The text of Leaflet's script; nil if its package is not installed.
  var leaflet: String?
  var leafletStyle: String?
  var d3: String?

  static func installed() -> PageLibraries {
    PageLibraries(
      leaflet: text("\(leafletFolder)/leaflet.min.js").map(forScript),
      leafletStyle: text("\(leafletFolder)/leaflet.css").map(forStyle),
      d3: text(d3Path).map(forScript))
  }

  /// No libraries, for a page without plots. The page's tables hold all the figures.
  static let none = PageLibraries()

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a script without text that would end the script element or refer to another file.
  static func forScript(_ text: String) -> String {
    replacing(["sourceMappingURL": "", "</script": "<\\/script"], in: text)
  }

  /// Returns the style sheet without references to images: a page is one file, and Leaflet's
  /// markers are not used.
  static func forStyle(_ text: String) -> String {
    replacing(["sourceMappingURL": "", "</style": ""], in: text)
      .replacing(/url\([^)]*\)/, with: "none")
  }

  /// Replaces words in a text byte by byte: the libraries are long, and comparing characters is
  /// slow.
  private static func replacing(_ words: KeyValuePairs<String, String>, in text: String) -> String {
    var data = Data(text.utf8)
    for (word, replacement) in words {
      while let found = data.range(of: Data(word.utf8)) {
        data.replaceSubrange(found, with: Data(replacement.utf8))
      }
    }
    return String(decoding: data, as: UTF8.self)
  }

  var mapNotice: String? {
    leaflet == nil || leafletStyle == nil
      ? "No map: Leaflet was not found. Install the Debian package libjs-leaflet and run again."
      : nil
  }

  var chartNotice: String? {
    d3 == nil
      ? "No charts: D3 was not found. Install the Debian package node-d3 and run again." : nil
  }

  /// A library in the page, with the text that its license requires in every copy.
  struct License {
    var summary: String
    var text: String
  }

  var licenses: [License] {
    var licenses: [License] = []
    if leaflet != nil {
      licenses.append(
        License(
          summary: "The map is drawn by Leaflet (leafletjs.com), under the 2-clause BSD license.",
          text: Self.copyright(of: "libjs-leaflet")))
    }
    if d3 != nil {
      licenses.append(
        License(
          summary: "The charts are drawn by D3 (d3js.org), under the 3-clause BSD license.",
          text: Self.copyright(of: "node-d3")))
    }
    return licenses
  }

  private static func copyright(of package: String) -> String {
    text("/usr/share/doc/\(package)/copyright") ?? "See the package \(package) of Debian."
  }
}
