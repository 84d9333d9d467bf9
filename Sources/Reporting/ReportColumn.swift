import Evaluation
import Experiments
import Simulation

/// A column of a table with a row a tracker: a measure below two lines of heading.
struct ReportColumn: Sendable {
  let measure: MeasureDefinition
  let heading: (String, String)

  /// - Parameter heading: where its words go with those of its neighbors.
  private init?(_ name: String, _ heading: (String, String)? = nil) {
    guard let measure = Measures.explained(name), let heading = heading ?? measure.heading else {
      return nil
    }
    self.measure = measure
    self.heading = heading
  }

  var isShare: Bool { measure.unit == .share }

  /// What everybody wants to know first: coverage and cost.
  static let overview: [ReportColumn] = [
    "positionCoverage", "positionCoverageMoving", "positionCoverageStill", "pathCoverage",
    "epochCoverage", "stayRecall", "tripRecall", Measures.cost,
  ].compactMap { ReportColumn($0) }

  /// Records and their way to the server.
  static let records: [ReportColumn] = [
    ReportColumn("fixCount", ("fixes", "recorded")),
    ReportColumn("received", ("server", "received")),
    ReportColumn("lost", ("", "lost")), ReportColumn("duplicated", ("", "twice")),
    ReportColumn("latencyP50Seconds"), ReportColumn("longestGapSeconds"),
  ].compactMap(\.self)
}

extension TrackerResults {
  /// In the order of the columns; nil where the measure applies to none of the runs.
  func spreads(_ columns: [ReportColumn]) -> [Spread?] {
    let names = columns.map(\.measure.name)
    let figures = runs.map { Measures.figures(names, of: $0) }
    return columns.indices.map { column in Spread(figures.map { $0[column] }) }
  }
}
