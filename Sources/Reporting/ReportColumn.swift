import Experiments
import Simulation

/// A column of a table with a row a tracker: two lines of heading, the figure, and how it is written.
struct ReportColumn: Sendable {
  var heading: (String, String)
  /// By its name in `Measures`.
  var measure: String
  var figure: @Sendable (RunResult) -> Double?
  var text: @Sendable (Double) -> String
  /// Whether it is a share of which all is best.
  var isShare = false

  /// What everybody wants to know first: coverage and cost.
  static let overview: [ReportColumn] = [
    .share("place", "known", "positionCoverage") { $0.coverage.positionCoverage },
    .share("while", "moving", "positionCoverageMoving") { $0.coverage.positionCoverageMoving },
    .share("while", "still", "positionCoverageStill") { $0.coverage.positionCoverageStill },
    .share("path", "known", "pathCoverage") { $0.coverage.pathCoverage },
    .share("10-min", "epochs", "epochCoverage") { $0.coverage.epochCoverage },
    .share("stays", "found", "stayRecall") { $0.coverage.stayRecall },
    .share("trips", "found", "tripRecall") { $0.coverage.tripRecall },
    ReportColumn(
      heading: ("battery", "%/day"), measure: "marginalBatteryPercentPerDay",
      figure: { $0.energy.marginalBatteryPercentPerDay }, text: { FigureText.decimal($0, 2) }),
  ]

  /// Records and their way to the server.
  static let records: [ReportColumn] = [
    .count("fixes", "recorded", "fixCount") { $0.coverage.fixCount },
    .count("server", "received", "received") { $0.delivery?.received },
    .count("", "lost", "lost") { $0.delivery?.lost },
    .count("", "twice", "duplicated") { $0.delivery?.duplicated },
    .duration("typical", "delay", "latencyP50Seconds") { $0.delivery?.latencyP50Seconds },
    .duration("longest", "gap", "longestGapSeconds") { $0.coverage.longestGapSeconds },
  ]

  private static func share(
    _ first: String, _ second: String, _ measure: String,
    _ figure: @escaping @Sendable (RunResult) -> Double?
  ) -> ReportColumn {
    ReportColumn(
      heading: (first, second), measure: measure, figure: figure, text: FigureText.percent,
      isShare: true)
  }

  private static func count(
    _ first: String, _ second: String, _ measure: String,
    _ figure: @escaping @Sendable (RunResult) -> Int?
  ) -> ReportColumn {
    ReportColumn(
      heading: (first, second), measure: measure, figure: { figure($0).map(Double.init) },
      text: FigureText.count)
  }

  private static func duration(
    _ first: String, _ second: String, _ measure: String,
    _ figure: @escaping @Sendable (RunResult) -> Double?
  ) -> ReportColumn {
    ReportColumn(
      heading: (first, second), measure: measure, figure: figure, text: FigureText.duration)
  }
}
