import Evaluation
import Experiments
import Text

/// The sentences and the table on how much a phone's logs narrow a comparison.
struct NarrowingText {
  private let rows: [Narrowing]
  private let cost: String

  /// Makes the text; nil if no scenario has a calibrated phone.
  init?(_ findings: Findings?, cost: String) {
    guard let rows = findings?.narrowing, !rows.isEmpty else { return nil }
    self.rows = rows
    self.cost = cost
  }

  static let title = "What the phone's logs settle"

  /// The sentence on the intervals of the battery use, all trackers together.
  var sentence: String {
    let means = rows.filter { $0.measure == cost && $0.reference == nil }
    let widths = means.compactMap { row in
      row.calibrated.interval.flatMap { with in
        row.uncalibrated.interval.map { (with: with.width, without: $0.width) }
      }
    }
    let without = widths.reduce(0) { $0 + $1.without }
    guard without > 0 else {
      return "Too few draws for intervals with and without the phone's logs; they need five."
    }
    let share = 1 - widths.reduce(0) { $0 + $1.with } / without
    let measure = Measures.title(of: cost)
    return "With the logs of the phone's profile, the intervals of “\(measure)” are "
      + "\(Self.percent(abs(share))) % \(share < 0 ? "wider" : "narrower") than without them"
      + (means.count > 1 ? ", all trackers together." : ".")
  }

  static let columns = ["without the logs", "with them", "narrower by", "model uncertainty"]

  /// The rows of a measure: first the means, then the differences from the reference.
  func table(_ measure: String) -> [(name: String, cells: [String])] {
    let text = MeasureText(measure: measure)
    return rows.filter { $0.measure == measure }.map { row in
      let isMean = row.reference == nil
      func interval(_ certainty: Narrowing.Certainty) -> String {
        certainty.interval.map(isMean ? text.range : text.differenceRange) ?? FigureText.none
      }
      func ignorance(_ certainty: Narrowing.Certainty) -> String {
        certainty.spread.map { text.text($0.ignorance) } ?? FigureText.none
      }
      return (
        row.tracker + (row.reference.map { " − \($0)" } ?? ""),
        [
          interval(row.uncalibrated), interval(row.calibrated),
          row.narrowedShare.map { Self.percent($0) + " %" } ?? FigureText.none,
          "\(ignorance(row.uncalibrated)) → \(ignorance(row.calibrated))",
        ]
      )
    }
  }

  private static func percent(_ share: Double) -> String {
    (share < 0 ? "−" : "") + FigureText.decimal(abs(share) * 100, 0)
  }
}
