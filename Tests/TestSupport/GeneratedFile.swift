import Foundation

/// A committed file, or part of one, that is generated from the program's own tables.
///
/// A test generates it again and compares. With ODOGRAPH_WRITE_GENERATED=1 the test writes it:
///
///     ODOGRAPH_WRITE_GENERATED=1 swift test --filter SchemaTests
package struct GeneratedFile: Sendable {
  /// The root of this repository.
  package static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let isWritten =
    ProcessInfo.processInfo.environment["ODOGRAPH_WRITE_GENERATED"] == "1"

  private let path: String

  /// - Parameter path: the path in this repository.
  package init(_ path: String) { self.path = path }

  private var url: URL { Self.repository.appendingPathComponent(path) }

  /// Returns how the file differs from the generated text; nil if it does not.
  package func difference(from generated: String) throws -> String? {
    if Self.isWritten { try Data(generated.utf8).write(to: url, options: .atomic) }
    guard let committed = try? String(contentsOf: url, encoding: .utf8) else {
      return "\(path) is missing; \(Self.remedy)"
    }
    if committed == generated { return nil }
    let lines = (committed.components(separatedBy: "\n"), generated.components(separatedBy: "\n"))
    let first = zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }
    let line = first?.offset ?? min(lines.0.count, lines.1.count)
    return "\(path):\(line + 1) is not what is generated; \(Self.remedy)"
  }

  /// Returns how the parts of a page between `<!-- kind: name -->` and `<!-- end -->` differ from
  /// the generated ones; nil if they do not.
  ///
  /// - Parameter part: generates the part with a name; returns nil if there is no such part.
  package func difference(
    ofParts kind: String, _ part: (String) -> String?
  ) throws -> String? {
    let page = try String(contentsOf: url, encoding: .utf8)
    let opening = "<!-- \(kind): "
    var generated = ""
    var rest = page[...]
    while let start = rest.range(of: opening), let named = rest.range(of: " -->", in: start),
      let end = rest[named.upperBound...].range(of: "<!-- end -->")
    {
      let name = String(rest[start.upperBound..<named.lowerBound])
      guard let text = part(name) else { return "\(path): there is no \(kind) '\(name)'" }
      generated += "\(rest[..<named.upperBound])\n\n\(text)\n\n<!-- end -->"
      rest = rest[end.upperBound...]
    }
    return try difference(from: generated + String(rest))
  }

  private static let remedy = "run its test with ODOGRAPH_WRITE_GENERATED=1"
}

extension Substring {
  fileprivate func range(of text: String, in start: Range<Index>) -> Range<Index>? {
    self[start.upperBound...].range(of: text)
  }
}
