import Foundation
import PackagePlugin

/// Embeds Leaflet and D3 into the program, from the folders of Debian's packages.
///
/// The environment variable `ODOGRAPH_WEB` names another folder. A library that is missing, or
/// whose version the pages do not support, is left out with one warning; pages then draw their maps
/// or plots without it. The libraries are not part of this repository.
@main
struct EmbedWebLibraries: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("Libraries")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let named = ProcessInfo.processInfo.environment["ODOGRAPH_WEB"] ?? ""
    let other = named.isEmpty ? nil : named
    for library in Library.all {
      let file = folder.appendingPathComponent("\(library.name).swift")
      let source = Data(source(of: library, in: other).utf8)
      // An unchanged file is not written again, because it would be compiled again.
      if (try? Data(contentsOf: file)) != source { try source.write(to: file) }
    }
    return [
      .prebuildCommand(
        displayName: "Libraries of pages", executable: URL(fileURLWithPath: "/usr/bin/true"),
        arguments: [], outputFilesDirectory: folder)
    ]
  }

  private func source(of library: Library, in folder: String?) -> String {
    switch library.files(in: folder) {
    case .failure(let missing):
      Diagnostics.warning(
        "\(missing.reason); \(library.use) will be drawn without it. "
          + "Install Debian's \(library.package), or set ODOGRAPH_WEB to a folder with "
          + listing(library.fileNames) + ".")
      return "let embedded\(library.name): EmbeddedLibrary? = nil\n"
    case .success(let files):
      return """
        let embedded\(library.name): EmbeddedLibrary? = EmbeddedLibrary(
          version: "\(files.version)",
          script: \(literal(files.script)),
          style: \(literal(files.style)),
          license: \(literal(files.license)))

        """
    }
  }

  private func listing(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// Returns the text as a raw literal. The text has no line that ends such a literal, since three
  /// quotes and eight number signs do not occur together in a script.
  private func literal(_ text: String) -> String {
    let marks = String(repeating: "#", count: 8)
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}

/// A library, the places of its files, and the versions that the pages support.
private struct Library {
  struct Files {
    var version: String
    var script: String
    var style: String
    var license: String
  }

  struct Missing: Error {
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

  static var all: [Library] {
    [
      Library(
        name: "Leaflet", use: "maps", package: "libjs-leaflet",
        script: "/usr/share/javascript/leaflet/leaflet.min.js",
        style: "/usr/share/javascript/leaflet/leaflet.css",
        version: #"\.version="([0-9.]+)""#, supported: ["1.6", "1.7", "1.8", "1.9"]),
      Library(
        name: "D3", use: "plots", package: "node-d3",
        script: "/usr/share/nodejs/d3/dist/d3.min.js", style: nil,
        version: #"d3js\.org v([0-9.]+)"#, supported: ["5"]),
    ]
  }

  var fileNames: [String] {
    [script, style].compactMap { $0 }.map { URL(fileURLWithPath: $0).lastPathComponent }
  }

  func files(in folder: String?) -> Result<Files, Missing> {
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
    let own = Library.embeddable(text)
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
