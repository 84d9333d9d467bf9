import Foundation
import SimulatedPhone
import TestSupport
import Testing

@testable import Campaigns
@testable import Evaluation
@testable import Experiments
@testable import Reporting
@testable import Simulation

/// Compares Docs/Measures.md and Docs/Reports.md with the contents of reports.
@Suite("The pages about measures and reports")
struct DocumentedMeasuresTests {
  private static func url(of page: String) -> URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/\(page)")
  }

  /// Returns the names in the first column of the tables below a heading, or of all tables.
  private static func names(in page: String, below heading: String? = nil) -> [String] {
    let text = (try? String(contentsOf: url(of: page), encoding: .utf8)) ?? ""
    let sections = text.components(separatedBy: "\n## ")
    let wanted = sections.filter { section in heading.map(section.hasPrefix) ?? true }
    return wanted.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("| `") }.flatMap {
      line in
      line.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  /// The members of a run's result, by the names of the measures. Lists and tables count as one.
  private static let reported: Set<String> = {
    let data = (try? JSONEncoder().encode(Specimen.complete)) ?? Data()
    let run = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    var names: Set<String> = []
    func collect(_ value: Any?, _ path: String) {
      guard let members = value as? [String: Any], path != "lifecycle.deaths" else {
        names.insert(Measures.definition(of: path)?.name ?? path)
        return
      }
      for (name, member) in members { collect(member, path.isEmpty ? name : "\(path).\(name)") }
    }
    collect(run["coverage"], "")
    collect(run["energy"], "")
    for section in ["delivery", "lifecycle", "derived"] { collect(run[section], section) }
    return names
  }()

  @Test("Each member of a report has one row on the page about measures, and no other has")
  func measures() {
    let documented = Self.names(in: "Measures.md")
    #expect(Set(documented).subtracting(Self.reported).sorted() == [])
    #expect(Self.reported.subtracting(documented).sorted() == [])
    #expect(Set(documented).count == documented.count)
  }

  @Test("The page's tables are those of the measures")
  func generated() throws {
    let page = try String(contentsOf: Self.url(of: "Measures.md"), encoding: .utf8)
    #expect(
      try GeneratedFile("Docs/Measures.md").difference(from: MeasuresPage.filled(page)) == nil)
  }

  @Test("Components and causes of energy stand on the page about reports, in their order")
  func energy() {
    let known = EnergyComponent.allCases.map(\.name) + EnergyCause.allCases.map(\.name)
    #expect(Self.names(in: "Reports.md", below: "Where the energy went") == known)
  }
}
