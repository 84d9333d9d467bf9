import Foundation

/// README.md and the pages of Docs/guide, whose commands the tests run.
package enum UserPages {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package static let text: String = {
    let folder = root.appendingPathComponent("Docs/guide").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let pages = names.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/guide/" + $0 }
    return (["README.md"] + pages).compactMap { page in
      try? String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    }.joined(separator: "\n")
  }()

  /// The indented lines that begin with the program's name, without that name; continued lines are
  /// joined.
  package static let commands: [String] = {
    let lines = text.replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("    odograph ") }.map {
      $0.split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
    }
    var seen: Set<String> = []
    return commands.filter { seen.insert($0).inserted }
  }()
}
