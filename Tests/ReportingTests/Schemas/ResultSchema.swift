import Campaigns
import Experiments
import Foundation
import Simulation
import Testing

/// The JSON Schema of a result that commands write.
struct ResultSchema: Sendable, CustomTestStringConvertible {
  /// "report": the schema of `report.json`.
  var name: String
  var description: String
  var shape: @Sendable () throws -> Shape
  /// The JSON of a result that has all optional members, or none if `isEmpty`.
  var sample: @Sendable (_ isEmpty: Bool) throws -> Data

  init<Result: Codable & SendableMetatype>(_ type: Result.Type, name: String, description: String) {
    self.name = name
    self.description = description
    shape = { try Shape.of(type).shape }
    sample = { try JSONEncoder().encode(Shape.of(type, isEmpty: $0).sample) }
  }

  var path: String { "Docs/\(name).schema.json" }
  var testDescription: String { name }

  static let all = [
    ResultSchema(
      Report.self, name: "report",
      description: """
        The result of 'odograph run': one scenario with its trackers and seeds. The names of \
        members contain the SI units. Times are ISO 8601 in UTC. A later version may add members; \
        only a new version number may change or remove members.
        """),
    ResultSchema(
      Comparison.self, name: "comparison",
      description: """
        The result of 'odograph compare': several trackers over scenarios and seeds. Figures have \
        the units and names of report.json.
        """),
    ResultSchema(
      Why.self, name: "why",
      description: """
        The result of 'odograph why': for each cause of gaps, the changes that would close gaps, \
        and their energy cost. Minutes are per day, or per scenario if it is shorter than a day. \
        Each figure comes from pairs of runs with the same seed.
        """),
    ResultSchema(
      Judgment.self, name: "judge",
      description: """
        The result of 'odograph judge': the figures and the gaps of a real tracker's log, and \
        their place among those of simulated runs on the same days. Figures have the units and \
        names of report.json. Times are ISO 8601 in UTC.
        """),
    ResultSchema(
      SettingsJudgment.self, name: "judge-settings",
      description: """
        The result of 'odograph judge --against': logs of days with two settings, the difference \
        of each measure, and the number of days that it takes to see it. Figures have the units \
        and names of report.json. Times are ISO 8601 in UTC.
        """),
    ResultSchema(
      Calibration.self, name: "calibration",
      description: """
        The result of 'odograph calibrate': nights with their measured and predicted drains, and \
        the parameters of the phone's model before and after. Drains are in percent of the gauge \
        per hour. Times are ISO 8601 in UTC. It contains no positions.
        """),
    ResultSchema(
      Study.self, name: "study",
      description: """
        The result of 'odograph study': the expected outcome of a study with this population and \
        protocol. Each distribution and interval is over participants. Single participants are in \
        study.csv.
        """),
    ResultSchema(
      Tuning.self, name: "tune",
      description: """
        The result of 'odograph tune': the settings of a preset that are worth a change, judged on \
        scenarios and seeds that the search did not use. Figures have the units and names of \
        report.json.
        """),
  ]

  func text(notes: [TypeNotes] = SchemaNotes.all) throws -> (text: String, met: Set<String>) {
    var writer = SchemaWriter(notes: notes)
    let document = writer.document(
      try shape(), title: "Odograph's \(name).json", description: description)
    return (document.written + "\n", writer.met)
  }
}
