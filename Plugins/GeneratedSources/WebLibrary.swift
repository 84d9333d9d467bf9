import Foundation
import PackagePlugin

/// A library that pages use: the places of its files, and the versions that the pages support.
///
/// Debian's packages have the files. The environment variable `ODOGRAPH_WEB` names another folder.
/// A library that is missing, or whose version the pages do not support, is left out with one
/// warning; pages then draw their maps or plots without it. The libraries are not part of this
/// repository.
struct WebLibrary {
  private struct Files {
    var version: String
    var script: String
    var style: String
    var license: String
  }

  private struct Missing: Error {
    var reason: String
  }

  /// The name of the library, and of the Swift file with its text.
  var name: String
  /// The parts of a page that the library draws.
  var use: String
  var package: String
  var script: String
  var style: String?
  /// Matches the version in the script.
  var version: String
  var supported: [String]

  static var all: [WebLibrary] {
    [
      WebLibrary(
        name: "Leaflet", use: "maps", package: "libjs-leaflet",
        script: "/usr/share/javascript/leaflet/leaflet.min.js",
        style: "/usr/share/javascript/leaflet/leaflet.css",
        version: #"\.version="([0-9.]+)""#, supported: ["1.6", "1.7", "1.8", "1.9"]),
      WebLibrary(
        name: "D3", use: "plots", package: "node-d3",
        script: "/usr/share/nodejs/d3/dist/d3.min.js", style: nil,
        version: #"d3js\.org v([0-9.]+)"#, supported: ["5"]),
    ]
  }

  /// The Swift file with the library's text, or with nil and a warning.
  var source: GeneratedFile {
    let folder = ProcessInfo.processInfo.environment["ODOGRAPH_WEB"] ?? ""
    return GeneratedFile(
      name: "\(name).swift", text: declaration(files(in: folder.isEmpty ? nil : folder)))
  }

  private func declaration(_ found: Result<Files, Missing>) -> String {
    switch found {
    case .failure(let missing):
      let names = [script, style].compactMap { $0 }
        .map { URL(fileURLWithPath: $0).lastPathComponent }
      Diagnostics.warning(
        "\(missing.reason); \(use) will be drawn without it. "
          + "Install Debian's \(package), or set ODOGRAPH_WEB to a folder with "
          + names.joined(separator: ", ") + ".")
      return "let embedded\(name): EmbeddedLibrary? = nil\n"
    case .success(let files):
      return """
        let embedded\(name): EmbeddedLibrary? = EmbeddedLibrary(
          version: "\(files.version)",
          script: \(GeneratedFile.literal(files.script)),
          style: \(GeneratedFile.literal(files.style)),
          license: \(GeneratedFile.literal(files.license)))

        """
    }
  }

  private func files(in folder: String?) -> Result<Files, Missing> {
    guard let script = text(script, in: folder) else {
      return .failure(Missing(reason: "\(name) was not found in \(place(of: self.script, folder))"))
    }
    var css = ""
    if let style {
      guard let text = text(style, in: folder) else {
        return .failure(Missing(reason: "\(name) has no \(place(of: style, folder))"))
      }
      css = text
    }
    guard let found = found(in: script) else {
      return .failure(Missing(reason: "\(name) does not name its version"))
    }
    guard supported.contains(where: { found == $0 || found.hasPrefix($0 + ".") }) else {
      return .failure(
        Missing(
          reason: "\(name) \(found) is not supported (\(supported.joined(separator: ", ")))"))
    }
    return .success(
      Files(version: found, script: script, style: css, license: license(in: folder)))
  }

  private func found(in script: String) -> String? {
    guard let expression = try? NSRegularExpression(pattern: version),
      let match = expression.firstMatch(
        in: script, range: NSRange(script.startIndex..., in: script)),
      let range = Range(match.range(at: 1), in: script)
    else { return nil }
    return String(script[range])
  }

  private func license(in folder: String?) -> String {
    let path = folder.map { "\($0)/\(name).license" } ?? "/usr/share/doc/\(package)/copyright"
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private func place(of path: String, _ folder: String?) -> String {
    folder.map { "\($0)/\(URL(fileURLWithPath: path).lastPathComponent)" } ?? path
  }

  private func text(_ path: String, in folder: String?) -> String? {
    guard let text = try? String(contentsOfFile: place(of: path, folder), encoding: .utf8) else {
      return nil
    }
    let own = Self.embeddable(text)
    // A page is one file, and uses none of Leaflet's images.
    return path.hasSuffix(".css")
      ? own.replacingOccurrences(of: #"url\([^)]*\)"#, with: "none", options: .regularExpression)
      : own
  }

  /// Returns the text of a script or a style sheet without anything that would end its element or
  /// load another file.
  private static func embeddable(_ text: String) -> String {
    [
      ("\r\n", "\n"), ("sourceMappingURL", ""), ("</script", "<\\/script"), ("</style", ""),
    ].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
