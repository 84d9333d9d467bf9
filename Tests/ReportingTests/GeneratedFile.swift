import Foundation
import Testing

/// Holds a committed file against what it is generated as; ODOGRAPH_WRITE_GENERATED=1 writes it first.
///
/// - Parameter path: in this repository.
func expectGenerated(
  _ text: String, at path: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
  if ProcessInfo.processInfo.environment["ODOGRAPH_WRITE_GENERATED"] == "1" {
    try Data(text.utf8).write(to: url)
  }
  let committed = try String(contentsOf: url, encoding: .utf8)
  #expect(
    committed == text,
    "\(path) is out of date: ODOGRAPH_WRITE_GENERATED=1 swift test writes it",
    sourceLocation: sourceLocation)
}
