import Experiments
import Scenarios
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The words and figures of one row of a validation, which are the same at a terminal and on a
/// page.
struct ValidationText {
  let verdict: ValidationVerdict

  private var row: ValidationRow { verdict.row }

  /// The median of the model's figure over seeds, with its 90 % interval.
  var found: String {
    guard let median = verdict.median else { return FigureText.none }
    let figure = Self.number(median) + unit
    guard let interval = verdict.interval else { return figure }
    return figure
      + " (\(Self.number(interval.lowerBound)) to \(Self.number(interval.upperBound)))"
  }

  var band: String {
    "\(Self.number(row.band.lowerBound)) to \(Self.number(row.band.upperBound))\(unit)"
  }

  /// The remarks on a row, in this order:
  ///
  /// - the parameters or rules that were adjusted to the row's measurement;
  /// - the size and the likely reason of a miss;
  /// - a note if other seeds might change the outcome.
  var remark: String {
    let parts = [
      row.fitted.map { "set \($0)" }, row.shaped.map { "in view: \($0)" }, outcomeRemark,
      verdict.isClose ? "close: other seeds may decide otherwise" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ")
  }

  private var outcomeRemark: String? {
    switch verdict.outcome {
    case .passed, .fitted: return nil
    case .vague: return "the interval is more than twice as wide as what was measured"
    case .none: return "no seed has the figure"
    case .missed:
      let rule = row.rule.map { "; likely: \($0)" } ?? ""
      return excess + rule + (row.note.map { ". " + $0 } ?? "")
    }
  }

  private var excess: String {
    let excess = verdict.excess
    guard excess.isFinite, excess != 0 else { return "outside of the band" }
    let percent = Int((abs(excess) * 100).rounded())
    return (percent == 0 ? "less than 1" : "\(percent)") + " % "
      + (excess > 0 ? "above the band" : "below the band")
  }

  private var unit: String { row.unit.isEmpty ? "" : " " + row.unit }

  /// Returns a value with three significant digits.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "never" }
    guard value != 0 else { return "0" }
    let magnitude = Int(log10(abs(value)).rounded(.down))
    return FigureText.decimal(value, max(0, min(4, 2 - magnitude)))
  }
}

extension ValidationVerdict.Outcome {
  var meaning: String {
    switch self {
    case .passed: "the median lies in the band, and the row has set no parameter"
    case .fitted: "the median lies in the band, and the row or its source has set parameters"
    case .missed: "the median lies outside of the band"
    case .vague: "the median lies in the band, but the range is over twice the measured one"
    case .none: "no seed has the figure"
    }
  }
}

extension ValidationReport {
  /// The sentences on rows that passed with a rule made in view of them, and on close rows.
  var remark: String {
    let inView = rows.count { $0.outcome == .passed && $0.row.shaped != nil }
    return "Of the rows that passed, \(inView) were in view when a rule of the model was written; "
      + "the remark names the rule. Of all rows, \(rows.count(where: \.isClose)) are close."
  }

  /// The number of rows with each outcome, such as "21 passed, 6 fitted, 8 missed, 2 too vague".
  package var totals: String {
    let parts = ValidationVerdict.Outcome.allCases.compactMap { outcome -> String? in
      let count = count(outcome)
      return count > 0 ? "\(count) \(outcome.rawValue)" : nil
    }
    return parts.joined(separator: ", ")
  }
}
