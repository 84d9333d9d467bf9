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

  init<Result: Codable>(_ type: Result.Type, name: String, description: String) {
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
        What 'odograph run' writes: one scenario, its trackers, their seeds. Units are SI and in \
        the names; times are ISO 8601 in UTC. A later version of another number may be shaped \
        otherwise; within this one members are added, never changed or taken away.
        """),
    ResultSchema(
      Comparison.self, name: "comparison",
      description: """
        What 'odograph compare' writes: trackers side by side over scenarios and seeds. Figures \
        are in SI, named as in report.json.
        """),
    ResultSchema(
      Why.self, name: "why",
      description: """
        What 'odograph why' writes: for each cause of gaps, what would have regained it and what \
        that costs. Minutes are of a day, or of the scenario where that is shorter. Each figure is \
        of paired runs, seed by seed.
        """),
    ResultSchema(
      Study.self, name: "study",
      description: """
        What 'odograph study' writes: what a study of that population under that protocol would \
        come to. Every distribution and interval is over participants. Single participants are in \
        study.csv.
        """),
    ResultSchema(
      Tuning.self, name: "tune",
      description: """
        What 'odograph tune' writes: which settings of a preset are worth having others, by \
        scenarios and seeds that the search has not seen. Figures are in SI, named as in \
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
