import Experiments
import Text

/// A calibration for a terminal: whether the profile predicts, and what has moved.
package struct TerminalCalibration {
  private let calibration: Calibration
  private static let width = 100

  private let words: CalibrationText
  private let pen: Pen

  package init(_ calibration: Calibration, isColored: Bool = false) {
    self.calibration = calibration
    pen = Pen(isColored: isColored)
    words = CalibrationText(calibration: calibration)
  }

  /// The calibration as text. The text ends with a line feed.
  package var text: String {
    sectioned(
      [
        paragraph(words.answer), words.facts.flatMap(paragraph),
        summary.terminal(width: Self.width, pen: pen),
        parameters.terminal(width: Self.width, pen: pen),
        calibration.remarks.flatMap { paragraph("Caution: " + $0) },
      ])
  }

  private func paragraph(_ text: String) -> [String] { wrapped(text, width: Self.width) }

  private var summary: Table {
    let titles = ["nights", "covered", "width %/h", "score %/h", "error %/h"]
    return Table(
      corner: .init("predicted", .dim),
      columns: titles.map { .init(lines: [$0]) },
      rows: calibration.summaries.flatMap { summary in
        [("before", summary.before), ("after", summary.after)].map { time, scores in
          Table.Row(
            name: "\(words.role(summary.role)), \(time)",
            cells: [
              .init("\(summary.nightCount)"),
              .init(words.percent(scores.coveredShare) + " %"),
              .init(FigureText.decimal(scores.meanWidth, 2)),
              .init(FigureText.decimal(scores.meanScore, 2)),
              .init(FigureText.decimal(scores.meanError, 2)),
            ])
        }
      })
  }

  private var parameters: Table {
    Table(
      corner: .init("parameter", .dim),
      columns: ["before", "after", "outcome"].map { .init(lines: [$0], kind: .words) },
      rows: calibration.parameters.map { parameter in
        let (before, after) = words.figures(parameter)
        return Table.Row(
          name: parameter.name,
          cells: [.init(before), .init(after), .init(words.outcome(parameter))])
      })
  }
}
