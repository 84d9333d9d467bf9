import Evaluation
import Experiments
import Simulation

/// A column of a table of trackers: a measure below a heading of two lines.
struct ReportColumn: Sendable {
  let measure: MeasureDefinition
  let heading: (String, String)

  /// - Parameter heading: A heading that fits those of the neighboring columns; nil for the
  ///   measure's own.
  private init?(_ name: String, _ heading: (String, String)? = nil) {
    guard let measure = Measures.explained(name), let heading = heading ?? measure.heading else {
      return nil
    }
    self.measure = measure
    self.heading = heading
  }

  var isShare: Bool { measure.unit == .share }

  /// The columns of the first table: coverage and battery use.
  static let overview: [ReportColumn] = [
    "positionCoverage", "positionCoverageMoving", "positionCoverageStill", "pathCoverage",
    "stayRecall", "tripRecall", Measures.cost,
  ].compactMap { ReportColumn($0) }

  /// The columns of records and their delivery to the server.
  static let records: [ReportColumn] = [
    ReportColumn("fixCount", ("fixes", "recorded")),
    ReportColumn("epochCoverage", ("of", "epochs")),
    ReportColumn("received", ("server", "received")),
    ReportColumn("lost", ("", "lost")), ReportColumn("duplicated", ("", "twice")),
    ReportColumn("latencyP50Seconds"), ReportColumn("longestGapSeconds"),
  ].compactMap(\.self)
}

extension TrackerResults {
  /// Returns the figure of each column over the seeds; nil where the measure applies to no run.
  func spreads(_ columns: [ReportColumn]) -> [Spread?] {
    let names = columns.map(\.measure.name)
    let figures = runs.map { Measures.figures(names, of: $0) }
    return columns.indices.map { column in Spread(figures.map { $0[column] }) }
  }
}
