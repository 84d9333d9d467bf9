import Foundation
import TestSupport
import Testing

@testable import Scenarios

@Suite("The portfolio of scenarios")
struct PortfolioTests {
  private static let folder = packageRoot.appendingPathComponent("Scenarios")
  private static let page =
    (try? String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  @Test("There are at least twenty") func twenty() { #expect(Self.files.count >= 20) }

  @Test("The page has a line for each of them, in order, and for no other")
  func table() {
    let listed = Self.page.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\| \[([^\]]+\.yaml)\]\(([^)]+)\) \| .+ \|/).map { match in
        match.1 == match.2 ? String(match.1) : "\(match.1) leads to \(match.2)"
      }
    }
    #expect(listed == Self.files)
  }

  @Test("Each says what it is good for, and what is expected of a tracker", arguments: files)
  func reported(file: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    #expect(text.hasPrefix("# yaml-language-server: $schema=odograph.schema.json\n#\n# "))
    #expect(text.contains("\n# Good for: "))
    #expect(text.contains("\nexpect:\n"))
  }
}
