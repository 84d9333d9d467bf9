import Experiments
import Files
import Foundation
import Reporting
import Terminal
import Text

/// The comparison of days with two settings: 'odograph judge' with --against.
extension JudgeCommand {
  func compareSettings() throws {
    try refuseRepeatedLog()
    let folder = try StagedFolder.opened(
      options.output ?? defaultFolder + "-settings", option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: ["judge-settings.json"], option: "--output")
    let first = try logs.compactMap(judgedDay)
    let second = try options.against.compactMap(judgedDay)
    guard let judgment = SettingsJudgment(first, against: second) else {
      throw AlreadyReported(status: .interrupted)
    }
    try folder.write(JudgeJSON.data(judgment), to: "judge-settings.json")
    try folder.commit()
    try show(judgment, in: folder)
  }

  /// Throws an error if a log is given twice: its day would count twice, or would be compared with
  /// itself.
  private func refuseRepeatedLog() throws(InputError) {
    var known: Set<String> = []
    for log in logs + options.against {
      guard known.insert(canonicalPath(log)).inserted else {
        throw InputError(
          SourceLocation(file: log), "this log is given twice",
          accepted: "each log once, before --against or after it")
      }
    }
  }

  private func judgedDay(_ log: String) throws -> Judgment? {
    let planned = try PlannedJudge([log], options, trace)
    return try planned.plan.run(scenario: planned.scenario, options: planned.options)
  }

  private func show(_ judgment: SettingsJudgment, in folder: StagedFolder) throws {
    try options.format.show(
      "Comparison: \(folder.path)/judge-settings.json", isQuiet: options.quiet
    ) {
      let rendering = SettingsRendering(judgment, isVerbose: options.verbose)
      Console.write(try rendering.data(options.format, isColored: Console.isColored))
    }
  }
}

/// A writer of the comparison of two settings in a format that is not a page.
private struct SettingsRendering {
  private let judgment: SettingsJudgment
  private let isVerbose: Bool

  init(_ judgment: SettingsJudgment, isVerbose: Bool) {
    self.judgment = judgment
    self.isVerbose = isVerbose
  }

  func data(_ format: OutputFormat, isColored: Bool) throws -> Data {
    switch format {
    case .terminal:
      Data(TerminalSettings(judgment, isColored: isColored, isVerbose: isVerbose).text.utf8)
    // The options refuse html.
    case .json, .html: try JudgeJSON.data(judgment)
    case .markdown: Data(MarkdownSettings(judgment).text.utf8)
    case .csv: Data(SettingsCSV.text(judgment).utf8)
    }
  }
}
