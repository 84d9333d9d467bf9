import Foundation

/// Other people's libraries that a page needs: read where Debian's packages put them, when a page is
/// written, and never part of this repository.
struct PageLibraries {
  private static let leafletFolder = "/usr/share/javascript/leaflet"
  private static let d3Path = "/usr/share/nodejs/d3/dist/d3.min.js"

  /// Nil where the package that brings it is not installed.
  var leaflet: String?
  var leafletStyle: String?
  var d3: String?

  static func installed() -> PageLibraries {
    PageLibraries(
      leaflet: text("\(leafletFolder)/leaflet.min.js").map(forScript),
      leafletStyle: text("\(leafletFolder)/leaflet.css").map(forStyle),
      d3: text(d3Path).map(forScript))
  }

  /// A page without any: its tables say everything.
  static let none = PageLibraries()

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Ends no script element, and points to no other file.
  static func forScript(_ text: String) -> String {
    replacing(["sourceMappingURL": "", "</script": "<\\/script"], in: text)
  }

  /// Without the pictures it names: a page is one file, and Leaflet's markers are not used.
  static func forStyle(_ text: String) -> String {
    replacing(["sourceMappingURL": "", "</style": ""], in: text)
      .replacing(/url\([^)]*\)/, with: "none")
  }

  /// In bytes, since libraries are long and characters slow.
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
      ? "The map needs Leaflet, which is not installed here: Debian's package libjs-leaflet brings it."
      : nil
  }

  var chartNotice: String? {
    d3 == nil
      ? "The charts need D3, which is not installed here: Debian's package node-d3 brings it." : nil
  }

  /// A library that is in the page, and what its license wants told with every copy.
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
