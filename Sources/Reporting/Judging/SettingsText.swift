import Evaluation
import Experiments
import Statistics
import Text

/// The sentences and the table on days with two settings, which the forms share.
struct SettingsText {
  let judgment: SettingsJudgment

  // MARK: The verdict

  /// The sentence that comes first: the difference of the drain, or of the place known, and how
  /// many days it takes to see it.
  var verdict: String {
    guard let chief else { return "The logs have no figure in common." }
    let means = chief.means
    let values = "\(text(chief, means.firstMean)) → \(text(chief, means.secondMean))"
    let title = title(chief).prefix(1).uppercased() + title(chief).dropFirst()
    guard let interval = means.interval else {
      return "\(title): \(values), \(basis(chief)): too few for an interval."
    }
    let difference = "\(signed(chief, means.difference)), 95 % \(range(chief, interval))"
    let outcome =
      means.isDistinguished
      ? "the settings differ" : "these days do not tell the settings apart"
    return "\(title): \(values) (\(difference)): \(outcome). \(days(means))"
  }

  /// The days that show a figure, such as "known from 1 of 3 pairs of days".
  private func basis(_ difference: SettingComparison.Difference) -> String {
    if judgment.comparison.isPaired {
      return "known from \(difference.firstDays) of "
        + "\(counted(judgment.first.count, "pair")) of days"
    }
    return "known from \(difference.firstDays) of \(counted(judgment.first.count, "day")) and "
      + "\(difference.secondDays) of \(counted(judgment.second.count, "day"))"
  }

  private var chief: SettingComparison.Difference? {
    let all = judgment.comparison.differences
    return [SettingsJudgment.drain, "positionCoverage"].lazy
      .compactMap { name in all.first { $0.measure == name } }.first ?? all.first
  }

  private func days(_ means: MeanDifference) -> String {
    guard let count = means.countToDistinguish else {
      return means.difference == 0
        ? "There is no difference to find."
        : "Such a difference takes more than \(FigureText.count(Double(MeanDifference.countMax))) "
          + "days of each."
    }
    return "\(count) days of each show such a difference in nine of ten experiments."
  }

  /// The sentence that names the files of both settings.
  var extent: String {
    let pairing = judgment.comparison.isPaired ? "paired in order" : "not paired"
    return "First: \(names(judgment.first)). Second: \(names(judgment.second)); \(pairing)."
  }

  private func names(_ days: [JudgedLogDay]) -> String {
    listing(days.map { $0.log.files.joined(separator: ", ") }, atMost: 4)
  }

  // MARK: Measures

  func table(isVerbose: Bool) -> Table {
    var table = Table()
    table.columns = [
      Table.Column(lines: ["first"]), Table.Column(lines: ["second"]),
      Table.Column(lines: ["difference"]), Table.Column(lines: ["95 %"]),
      Table.Column(lines: ["days"]),
    ]
    table.rows = shown(isVerbose: isVerbose).map(row)
    return table
  }

  private func shown(isVerbose: Bool) -> [SettingComparison.Difference] {
    guard !isVerbose else { return judgment.comparison.differences }
    let headline = Set(
      [SettingsJudgment.drain] + Measures.cadence.map(\.name) + Measures.headline)
    return judgment.comparison.differences.filter { headline.contains($0.measure) }
  }

  private func row(_ difference: SettingComparison.Difference) -> Table.Row {
    let means = difference.means
    let style: TextStyle = means.isDistinguished ? .good : .plain
    return Table.Row(
      name: title(difference), style: .plain,
      cells: [
        Table.Cell(text(difference, means.firstMean)),
        Table.Cell(text(difference, means.secondMean)),
        Table.Cell(signed(difference, means.difference), style),
        Table.Cell(means.interval.map { range(difference, $0) } ?? FigureText.none),
        Table.Cell(means.countToDistinguish.map { "\($0)" } ?? FigureText.none),
      ])
  }

  private func title(_ difference: SettingComparison.Difference) -> String {
    Measures.ofLog(difference.measure)?.title ?? "drain without a charger"
  }

  private func text(_ difference: SettingComparison.Difference, _ value: Double) -> String {
    Measures.ofLog(difference.measure)?.text(value) ?? JudgeText.rate(value)
  }

  private func signed(_ difference: SettingComparison.Difference, _ value: Double) -> String {
    sign(value) + text(difference, abs(value))
  }

  private func sign(_ value: Double) -> String { value < 0 ? "−" : "+" }

  private func range(
    _ difference: SettingComparison.Difference, _ interval: ConfidenceInterval
  ) -> String {
    let low = Measures.ofLog(difference.measure)?.figure(abs(interval.low))
    return Text.interval(
      sign(interval.low) + (low ?? FigureText.decimal(abs(interval.low), 2)),
      signed(difference, interval.high))
  }
}
