import Experiments
import Foundation
import Reporting
import Routes
import RunViews

/// A writer of a report in any of its formats.
///
/// The HTML page also shows details of the runs whose subfolders in `folder` contain `view.json`.
struct ReportRendering {
  var report: Report
  /// The folder that contains `report.json`.
  var folder: String
  /// The seed whose day the page shows; nil to show the first seed.
  var seed: UInt64?
  var isVerbose = false

  /// Returns the report in a format.
  ///
  /// - Parameter isFirst: True if the report is the first of several. Only the first table has a
  ///   header.
  func data(_ format: OutputFormat, isFirst: Bool = true, isColored: Bool = false) throws -> Data {
    switch format {
    case .terminal:
      Data(TerminalReport(report, isColored: isColored, isVerbose: isVerbose).text.utf8)
    case .json: try ReportJSON.data(report)
    case .markdown: Data(((isFirst ? "" : "\n") + MarkdownReport(report).text).utf8)
    case .csv: Data(((isFirst ? ReportCSV.header : "") + ReportCSV.rows(report)).utf8)
    case .html: try page.html()
    }
  }

  private var page: ReportPage {
    let folders = RunFolders(report)
    let why = WhyNeighbor(ofReportIn: folder, report)?.reference
    let routes = ReportRoutes.report.read(in: folder)
    return ReportPage(report, seed: seed, routes: routes, why: why) { [folder] tracker, seed in
      try? RunView(path: "\(folder)/\(folders.folder(tracker, seed))/view.json")
    }
  }
}

/// A writer of a comparison in any of its formats.
struct ComparisonRendering {
  private let comparison: Comparison
  private let isVerbose: Bool

  init(_ comparison: Comparison, isVerbose: Bool = false) {
    self.comparison = comparison
    self.isVerbose = isVerbose
  }

  func data(_ format: OutputFormat, isColored: Bool = false) throws -> Data {
    switch format {
    case .terminal:
      Data(
        TerminalComparison(comparison, isColored: isColored, isVerbose: isVerbose).text.utf8)
    case .json: try ComparisonJSON.data(comparison)
    case .markdown: Data(MarkdownComparison(comparison).text.utf8)
    case .csv: Data(ComparisonCSV.text(comparison).utf8)
    case .html: try ComparisonPage(comparison).html()
    }
  }
}

/// A writer of an explanation of gaps in any of its formats.
struct WhyRendering {
  private let why: Why
  private let isVerbose: Bool

  init(_ why: Why, isVerbose: Bool = false) {
    self.why = why
    self.isVerbose = isVerbose
  }

  func data(_ format: OutputFormat, isColored: Bool = false) throws -> Data {
    switch format {
    case .terminal:
      Data(TerminalWhy(why, isColored: isColored, isVerbose: isVerbose).text.utf8)
    case .json: try WhyJSON.data(why)
    case .markdown: Data(MarkdownWhy(why).text.utf8)
    case .csv: Data(WhyCSV.text(why).utf8)
    case .html: try WhyPage(why).html()
    }
  }
}

/// A writer of the judgment of a log in any of its formats.
struct JudgeRendering {
  private let judgment: Judgment
  private let routes: RouteFile?
  private let isVerbose: Bool

  /// - Parameter routes: the routes of the scenario that is the truth.
  init(_ judgment: Judgment, routes: RouteFile?, isVerbose: Bool = false) {
    self.judgment = judgment
    self.routes = routes
    self.isVerbose = isVerbose
  }

  func data(_ format: OutputFormat, isColored: Bool = false) throws -> Data {
    switch format {
    case .terminal:
      Data(TerminalJudge(judgment, isColored: isColored, isVerbose: isVerbose).text.utf8)
    case .json: try JudgeJSON.data(judgment)
    case .markdown: Data(MarkdownJudge(judgment).text.utf8)
    case .csv: Data(JudgeCSV.text(judgment).utf8)
    case .html: try JudgePage(judgment, routes: routes).html()
    }
  }
}
