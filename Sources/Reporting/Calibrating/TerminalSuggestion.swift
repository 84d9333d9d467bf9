import Experiments
import Text

/// The nights that settle most of the difference between two trackers, for a terminal.
package struct TerminalSuggestion {
  private static let width = 100

  private let result: SuggestedNights.Result
  private let trackers: [String]

  package init(_ result: SuggestedNights.Result, trackers: [String]) {
    self.result = result
    self.trackers = trackers
  }

  /// The suggestion as text. The text ends with a line feed.
  package var text: String {
    sectioned([
      wrapped(difference, width: Self.width),
      ["Record these nights, each of 10 h on the battery:"] + table(result.steps, "together"),
      ["Each night alone:"] + table(result.alone, "alone"),
    ])
  }

  private var difference: String {
    "\(trackers.joined(separator: " minus ")): "
      + "\(FigureText.decimal(result.meanDifference, 1)) % of the battery per day, with a standard "
      + "deviation of \(FigureText.decimal(result.deviation, 1)) over draws of the model and days."
  }

  private func table(_ steps: [SuggestedNights.Step], _ word: String) -> [String] {
    Table(
      corner: .init("night", .dim),
      columns: [.init(lines: ["settled \(word)"])],
      rows: steps.map { step in
        Table.Row(
          name: step.night, style: .plain,
          cells: [.init(FigureText.decimal(100 * step.settledShare, 0) + " %")])
      }
    ).terminal(width: Self.width, pen: Pen(isColored: false))
  }
}
