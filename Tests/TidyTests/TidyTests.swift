import Foundation
import Testing

/// The check of the repository's form against Tests/TidyTests/ratchet.json.
@Suite("Tidiness")
struct TidyTests {
  private static var writes: Bool {
    ProcessInfo.processInfo.environment["ODOGRAPH_WRITE_GENERATED"] == "1"
  }

  @Test("Breaches of the rules of form only become fewer, and the limits with them")
  func ratchet() throws {
    let tree = try SourceTree.read()
    let breaches = try TidyRule.all(.read()).map { Breaches($0, in: tree) }
    guard var ratchet = try Ratchet.read() else {
      guard Self.writes else {
        Issue.record("\(Ratchet.path) is missing. Write it: \(Ratchet.command)")
        return
      }
      return try Breaches.limits(breaches).write()
    }
    if Self.writes {
      ratchet = ratchet.lowered(to: breaches)
      try ratchet.write()
    }
    for complaint in ratchet.complaints(breaches) { Issue.record("\(complaint)") }
  }
}

@Suite("The ratchet")
struct RatchetTests {
  private func breaches(_ lines: [String]) -> [Breaches] {
    let tree = SourceTree(
      files: [SourceFile(path: "Sources/A.swift", text: lines.joined(separator: "\n"))],
      folderSizes: [:])
    let rule = TidyRule(name: "long lines") { tree in
      tree.files.flatMap { longLines($0, over: 3) }
    }
    return [Breaches(rule, in: tree)]
  }

  private func ratchet(_ limit: Int) -> Ratchet {
    Ratchet(limits: ["long lines": ["Sources": limit]])
  }

  @Test("One breach too many fails, and the message names file and line of the worst")
  func tooMany() throws {
    let complaints = ratchet(1).complaints(breaches(["1234", "123", "12345"]))
    #expect(complaints.count == 1)
    let lines = try #require(complaints.first).split(separator: "\n")
    #expect(
      lines[0] == "Sources has 2 long lines; at most 1 are allowed. Mend 1.")
    #expect(lines[2] == "  Sources/A.swift:3: 5 columns")
  }

  @Test("One breach fewer asks for a lower limit")
  func tooFew() {
    #expect(
      ratchet(2).complaints(breaches(["1234"])) == [
        "Sources has only 1 long lines; the limit is still 2. Lower it: \(Ratchet.command)"
      ])
    #expect(ratchet(1).complaints(breaches(["12"])).count == 1)
  }

  @Test("A count at its limit passes")
  func exact() { #expect(ratchet(1).complaints(breaches(["1234"])).isEmpty) }

  @Test("Limits are lowered, and never raised")
  func lowered() {
    #expect(ratchet(3).lowered(to: breaches(["1234"])) == ratchet(1))
    #expect(ratchet(1).lowered(to: breaches(["1234", "1234"])) == ratchet(1))
    #expect(ratchet(1).lowered(to: breaches(["1"])).limit("long lines", "Sources") == 0)
  }
}
