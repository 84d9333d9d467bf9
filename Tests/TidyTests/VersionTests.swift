import Foundation
import Testing

/// The file VERSION is the only source of the version.
@Suite("The version")
struct VersionTests {
  private let version: String

  init() throws {
    version = try Self.text("VERSION").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("It is semantic: three numbers")
  func semantic() throws { #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil) }

  @Test("The program has it")
  func program() throws {
    let path = "Sources/Text/ProgramVersion.swift"
    let text = try Self.text(path)
    let line = "package static let version = \"\(version)\"\n"
    if ProcessInfo.processInfo.environment["ODOGRAPH_WRITE_GENERATED"] != nil {
      try text.replacing(/package static let version = .*\n/, with: line)
        .write(to: repository.appendingPathComponent(path), atomically: true, encoding: .utf8)
    } else {
      #expect(
        text.contains(line),
        "Write it: ODOGRAPH_WRITE_GENERATED=1 swift test --filter TidyTests")
    }
  }

  @Test("It is the newest version of the changelog")
  func changelog() throws {
    let headings = try Self.text("CHANGELOG.md")
      .matches(of: /\n## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n/)
    #expect(headings.first.map { String($0.1) } == version)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }
}
