import Foundation
import Recordings
import Scenarios
import TestSupport
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("The JSON Schema of report.json")
struct ReportSchemaTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let scenarios: [String] = {
    let folder = repository.appendingPathComponent("Scenarios").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder + "/" + $0 }
  }()

  private func schema() throws -> JSONSchema {
    try JSONSchema(repository: "Docs/report.schema.json")
  }

  /// Returns a report on one of the scenario's trackers, since a day takes a second in a debug
  /// build.
  private func report(of path: String) throws -> Report {
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: path)
    let experiment = Experiment(
      scenario: scenario, trackers: Array(scenario.trackers.prefix(1)), seeds: [1])
    let outcome = try experiment.run()
    return Report(
      provenance: Provenance(scenario: scenario, options: ["seed=1"]),
      scenario: ScenarioSummary(
        scenario, assumptions: outcome.assumptions, warnings: outcome.warnings),
      runs: outcome.results)
  }

  @Test("The report of every scenario is as it says", arguments: scenarios)
  func everyScenario(path: String) throws {
    let data = try ReportJSON.data(try report(of: path))
    #expect(try schema().complaints(data).prefix(5).isEmpty, "\(path)")
  }

  @Test("A recording whose gaps are taken for stays, and several seeds, too")
  func recording() throws {
    let path = Self.repository.appendingPathComponent("Scenarios/walk.gpx").path
    let scenario = try Scenario.traceDefaults(trace: path, options: TraceOptions())
    var experiment = Experiment(
      scenario: scenario, trackers: Array(scenario.trackers.suffix(1)), seeds: [1, 2])
    experiment.inferringStays = true
    let outcome = try experiment.run()
    let report = Report(
      provenance: Provenance(scenario: scenario, options: []),
      scenario: ScenarioSummary(scenario, assumptions: outcome.assumptions), runs: outcome.results)
    #expect(report.runs.allSatisfy { $0.coverageInferringStays != nil })
    #expect(try schema().complaints(ReportJSON.data(report)).isEmpty)
  }

  /// Tests that the schema's check can fail.
  @Test(
    "What is missing, of another kind, unknown or out of range is found",
    arguments: [
      ("\"schema\" : \"odograph.report/1\"", "\"schema\" : \"odograph.report/2\""),
      ("\"runs\" :", "\"ruins\" :"),
      ("\"fixCount\" : 12345", "\"fixCount\" : -1"),
      ("\"fixCount\" : 12345", "\"fixCount\" : 1.5"),
      ("\"positionCoverage\" : 0.75", "\"positionCoverage\" : 75"),
      ("\"positionCoverage\" : 0.75", "\"positionCoverage\" : \"0.75\""),
      ("\"cause\" : \"suspended\"", "\"cause\" : \"bored\""),
      ("\"start\" : \"2026-03-02T14:30:00Z\"", "\"start\" : \"today\""),
    ])
  func damage(found: String, replacement: String) throws {
    var run = Specimen.run("one")
    run.coverage.missingness.byHour = Array(repeating: nil, count: 24)
    run.coverage.missingness.byMinuteOfHour = Array(repeating: nil, count: 6)
    run.coverage.missingness.byWeekday = Array(repeating: nil, count: 7)
    let report = try Specimen.report([run])
    // Fills in the hashes, which are empty in the specimen.
    let text = String(decoding: try ReportJSON.data(report), as: UTF8.self)
      .replacing("Hash\" : \"\"", with: "Hash\" : \"0123456789abcdef\"")
    #expect(try schema().complaints(Data(text.utf8)) == [])
    #expect(text.contains(found))
    #expect(try !schema().complaints(Data(text.replacing(found, with: replacement).utf8)).isEmpty)
  }
}
