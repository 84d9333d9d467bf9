import Evaluation
import Foundation
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Scenarios
@testable import Simulation

@Suite("Docs/Studies.md and the studies that come with it")
struct StudyPageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page =
    (try? String(contentsOf: root.appendingPathComponent("Docs/Studies.md"), encoding: .utf8)) ?? ""

  /// Reads the page's plan as if it were copied into the repository's folder.
  @Test("The plan on the page can be lived")
  func plan() throws {
    let block = try #require(
      Self.page.components(separatedBy: "```").first { $0.hasPrefix("yaml\nodograph-study: 1") })
    var document = try StudyReader(measures: Measures.names).read(
      text: String(block.dropFirst("yaml\n".count)), file: Self.root.path + "/own-study.yaml")
    document.participants = 1
    let outcome = try StudyPlan(document).completed()
    #expect(
      outcome.study.trackers.map(\.tracker) == ["overland-battery-saving-both", "ehe-pilot-1"])
  }

  @Test("Every study under Scenarios can be lived, and its lives are scenarios by themselves")
  func studies() throws {
    let folder = Self.root.appendingPathComponent("Scenarios/studies")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let plans = names.filter { $0.hasSuffix(".yaml") }
    #expect(!plans.isEmpty)
    for name in plans { _ = try StudyPlan.read(path: folder.path + "/" + name) }
    let lives = folder.appendingPathComponent("lives").path
    for name in try FileManager.default.contentsOfDirectory(atPath: lives) {
      let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: lives + "/" + name)
      _ = try SimulatedDay(scenario: scenario, seed: 1)
    }
  }

  @Test("The page has every key of a plan")
  func keys() {
    let tables = [StudyKeys.study, StudyKeys.validDay, StudyKeys.population]
    for key in tables.flatMap(\.names) {
      #expect(Self.page.contains("`\(key)`") || Self.page.contains("\(key):"), "\(key)")
    }
    for member in ["recruits", "rankCorrelation", "byDaysSinceOpened", "odograph.study/1"] {
      #expect(Self.page.contains(member))
    }
  }
}
