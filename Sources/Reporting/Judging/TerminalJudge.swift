import Evaluation
import Experiments

/// The judgment of a log, for a terminal, at most 100 columns wide.
package struct TerminalJudge {
  private static let width = 100
  private static let gapCountMax = 12

  private let judgment: Judgment
  private let words: JudgeText
  private let pen: Pen
  private let isVerbose: Bool

  package init(_ judgment: Judgment, isColored: Bool = false, isVerbose: Bool = false) {
    self.judgment = judgment
    self.isVerbose = isVerbose
    words = JudgeText(judgment)
    pen = Pen(isColored: isColored)
  }

  /// The judgment as text for a terminal. The text ends with a line feed.
  package var text: String {
    sectioned([heading, remarks, measures, battery, gaps, assumptions, legend])
  }

  private var heading: [String] {
    wrapped(words.verdict, width: Self.width).map { pen.paint($0, .bold) }
      + words.extent.flatMap { wrapped($0, width: Self.width) }
  }

  private var remarks: [String] {
    words.remarks.flatMap { wrapped("! \($0)", width: Self.width) }.map { pen.paint($0, .fair) }
  }

  // MARK: Measures

  private var measures: [String] {
    let table = words.table(words.shown(isVerbose: isVerbose))
    return table.rows.isEmpty ? [] : table.terminal(width: Self.width, pen: pen)
  }

  private var hasRuns: Bool { judgment.simulation != nil }

  // MARK: Gaps

  private var gaps: [String] {
    let all = judgment.gaps
    guard !all.isEmpty else { return ["The log has no gap of more than 10 min."] }
    let longest =
      isVerbose ? all : Array(all.sorted { $0.length > $1.length }.prefix(Self.gapCountMax))
    let listed = longest.sorted { $0.start < $1.start }
    let count = FigureText.counted(all.count, "gap")
    let title =
      listed.count < all.count
      ? "\(count) of more than 10 min, the \(listed.count) longest:"
      : "\(count) of more than 10 min:"
    let unexplained = all.count { $0.simulated?.isExplained == false }
    let summary =
      hasRuns && unexplained > 0
      ? ["\(FigureText.counted(unexplained, "gap")) not explained by the model."] : []
    return [pen.paint(title, .bold)] + listed.flatMap(lines) + summary
  }

  private func lines(_ gap: JudgedGap) -> [String] {
    let simulated = words.simulated(gap).map { wrapped($0, width: Self.width, indent: 4) } ?? []
    let style: TextStyle = gap.simulated?.isExplained == false ? .fair : .dim
    return wrapped(words.title(gap), width: Self.width, indent: 2)
      + simulated.map { pen.paint($0, style) }
  }

  // MARK: The rest

  private var battery: [String] {
    guard let battery = judgment.battery else { return [] }
    return words.battery(battery).flatMap { wrapped($0, width: Self.width) }
      + battery.remarks.flatMap { wrapped("! \($0)", width: Self.width) }
      .map { pen.paint($0, .fair) }
  }

  private var assumptions: [String] {
    guard isVerbose else { return [] }
    return judgment.scenario.assumptions.flatMap { wrapped($0, width: Self.width) }
      .map { pen.paint($0, .dim) }
  }

  private var legend: [String] {
    guard hasRuns else { return [] }
    return pen.legend(
      [
        ("median", "of the figures of the simulated runs"),
        ("simulated 90 %", "the range from their 5 % to their 95 % quantile"),
        ("rank", "the share of the simulated runs whose figure is below the log's"),
      ], width: 16)
  }
}
