import Evaluation
import Experiments
import Simulation

/// A column in a table of trackers. It shows one measure below a heading of two lines.
struct ReportColumn: Sendable {
  let measure: MeasureDefinition
  let heading: (String, String)

  /// Makes the column of a measure; nil if the measure is unknown or no heading is found.
  ///
  /// - Parameter heading: A heading that fits the neighboring columns; nil to use the measure's
  ///   heading.
  private init?(_ name: String, _ heading: (String, String)? = nil) {
    guard let measure = Measures.explained(name), let heading = heading ?? measure.heading else {
      return nil
    }
    self.measure = measure
    self.heading = heading
  }

  var isShare: Bool { measure.unit == .share }

  /// The columns of the report's first table: coverage and battery use.
  static let overview: [ReportColumn] = [
    "positionCoverage", "positionCoverageMoving", "positionCoverageStill", "pathCoverage",
    "stayRecall", "tripRecall", Measures.cost,
  ].compactMap { ReportColumn($0) }

  /// The columns of `overview` in the order on a page. Coverage in motion and battery use come first,
  /// so that a phone shows them beside the tracker's name.
  static let pageOverview: [ReportColumn] = {
    let first = ["positionCoverageMoving", Measures.cost]
    return first.compactMap { ReportColumn($0) }
      + overview.filter { !first.contains($0.measure.name) }
  }()

  /// The columns on records and their delivery to the server.
  static let records: [ReportColumn] = [
    ReportColumn("fixCount", ("fixes", "recorded")),
    ReportColumn("epochCoverage", ("of", "epochs")),
    ReportColumn("received", ("server", "received")),
    ReportColumn("lost", ("", "lost")), ReportColumn("duplicated", ("", "twice")),
    ReportColumn("latencyP50Seconds"), ReportColumn("longestGapSeconds"),
  ].compactMap(\.self)
}

extension TrackerResults {
  /// Returns the spread over the seeds for each column. Nil for a column whose measure applies to
  /// no run.
  func spreads(_ columns: [ReportColumn]) -> [Spread?] {
    let names = columns.map(\.measure.name)
    let figures = self.figures.map { $0.values(of: names) }
    return columns.indices.map { column in Spread(figures.map { $0[column] }) }
  }
}
