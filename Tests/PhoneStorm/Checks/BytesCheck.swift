import Foundation
import Scenarios
import Simulation
import TestSupport

/// Compares a report's bytes with its schema and with those of a second run.
package struct BytesCheck: Sendable {
  private static let schemaPath = GeneratedFile.repository
    .appendingPathComponent("Docs/report.schema.json").path

  package init() {}

  /// - Throws: `EncodingError` for a figure that is not a number.
  package func bytes(of result: RunResult, scenario: Scenario) throws -> Data {
    let report = Report(
      provenance: Provenance(scenario: scenario, options: []),
      scenario: ScenarioSummary(scenario, assumptions: []), runs: [result])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(report)
  }

  package func problems(_ bytes: Data, again: Data) throws -> Problems {
    var problems = Problems("bytes")
    problems.expect(bytes == again, "a second run gives other bytes: \(difference(bytes, again))")
    for complaint in try JSONSchema(path: Self.schemaPath).complaints(bytes) {
      problems.expect(false, complaint)
    }
    return problems
  }

  private func difference(_ a: Data, _ b: Data) -> String {
    let offset = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
    func piece(_ data: Data) -> String {
      String(decoding: data.dropFirst(max(0, offset - 40)).prefix(80), as: UTF8.self)
    }
    return "\(piece(a)) … \(piece(b))"
  }
}
