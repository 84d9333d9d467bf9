import Foundation

/// The schema by which an editor completes and checks a YAML document of Odograph.
///
/// Language servers read it from a comment, `# yaml-language-server: $schema=PATH`. The schemas lie
/// in `share/odograph/schemas` of an installation, or under `Scenarios` of the source tree.
package enum EditorSchema: String {
  case scenario = "odograph"
  case preset = "odograph-preset"
  case profile = "odograph-profile"

  /// Returns the document with the comment before it, or unchanged if the program finds no schema
  /// or the document names one itself.
  ///
  /// - Parameter path: the document's path; nil for standard output, which the user may redirect
  ///   into a file of the working folder.
  package func head(_ document: String, at path: String?) -> String {
    guard !document.hasPrefix(Self.comment),
      let schemas = Self.folder(of: Bundle.main.executablePath ?? "")
    else { return document }
    let folder = URL(fileURLWithPath: path ?? "document").deletingLastPathComponent()
    let schema = schemas.appendingPathComponent(rawValue + ".schema.json")
    return Self.comment + Self.path(to: schema, from: folder) + "\n#\n" + document
  }

  /// Returns a document that is for sharing with the comment before it, if the document lies in the
  /// source tree. A path elsewhere says something of the machine, and another one lacks it.
  package func sharedHead(_ document: String, at path: String) -> String {
    let text = head(document, at: path)
    let isElsewhere = ["/", "file:"].contains { text.hasPrefix(Self.comment + $0) }
    return isElsewhere ? document : text
  }

  /// Returns a document without the comment that `head` writes.
  package static func body(of document: String) -> String {
    guard document.hasPrefix(comment) else { return document }
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return (lines.first == "#" ? lines.dropFirst() : lines).joined(separator: "\n")
  }

  private static let comment = "# yaml-language-server: $schema="

  /// Returns the folder with the schemas of a program: the nearest one beside or above it.
  package static func folder(of program: String) -> URL? {
    var above = resolved(URL(fileURLWithPath: program)).deletingLastPathComponent()
    while true {
      for name in ["share/odograph/schemas", "Scenarios"] {
        let schemas = above.appendingPathComponent(name)
        let schema = schemas.appendingPathComponent(scenario.rawValue + ".schema.json")
        if FileManager.default.fileExists(atPath: schema.path) { return schemas }
      }
      guard above.pathComponents.count > 1 else { return nil }
      above.deleteLastPathComponent()
    }
  }

  /// Returns a relative path within a source tree, which may lie elsewhere on another machine, and
  /// an absolute one from everywhere else. Language servers read up to a space, so that a path with
  /// one is returned as a URL.
  package static func path(to schema: URL, from folder: URL) -> String {
    let tree = schema.deletingLastPathComponent().deletingLastPathComponent().pathComponents
    let origin = resolved(folder).pathComponents
    guard tree.count > 1, origin.starts(with: tree) else {
      return schema.path.contains(where: \.isWhitespace) ? schema.absoluteString : schema.path
    }
    let up = Array(repeating: "..", count: origin.count - tree.count)
    return (up + schema.pathComponents[tree.count...]).joined(separator: "/")
  }

  private static func resolved(_ url: URL) -> URL {
    url.resolvingSymlinksInPath().standardizedFileURL
  }
}
