import Experiments
import Foundation
import Statistics
import Text

/// `calibration.html`: predicted against measured nights, and the parameters before and after.
package struct CalibrationPage {
  private let calibration: Calibration
  private let words: CalibrationText

  package init(_ calibration: Calibration) {
    self.calibration = calibration
    words = CalibrationText(calibration: calibration)
  }

  /// The page as one file that needs no network.
  package func html() throws -> Data {
    try SectionedPage(
      title: calibration.name, brand: "calibration of a phone", facts: words.facts,
      answer: words.answer, sections: [nights, parameters],
      provenance: calibration.provenance.sentence(hashOf: "logs")
    ).html()
  }

  // MARK: Nights

  private var nights: SectionedPage.Section {
    let roles = Calibration.Role.allCases.filter { role in
      calibration.nights.contains { $0.role == role }
    }
    return SectionedPage.Section(
      id: "nights", title: "Predicted and measured nights",
      notes: [Self.legend] + calibration.remarks,
      groups: roles.map { role in
        let nights = calibration.nights.filter { $0.role == role }
        return SectionedPage.Group(figures: [
          .init(
            caption: words.caption(role),
            drawing: NightPlot(nights: nights, words: words).drawing)
        ])
      },
      tables: [summaries, table])
  }

  private static let legend =
    "Each row is a night. The dot is the measured drain with the limits that the gauge's steps "
    + "leave; the wide pale bar is the 90 % interval of the model without the logs, the dark bar "
    + "that of the calibrated phone."

  private var summaries: SectionedPage.Rows {
    SectionedPage.Rows(
      caption: "Agreement of intervals and measurements",
      columns: ["nights", "number", "covered", "mean width", "interval score", "mean error"],
      rows: calibration.summaries.flatMap { summary in
        [("before", summary.before), ("after", summary.after)].map { time, scores in
          SectionedPage.Row(
            name: "\(words.role(summary.role)), \(time)",
            cells: [
              .init(text: "\(summary.nightCount)"),
              .init(text: words.percent(scores.coveredShare) + " %"),
              .init(text: FigureText.decimal(scores.meanWidth, 2) + " %/h"),
              .init(text: FigureText.decimal(scores.meanScore, 2) + " %/h"),
              .init(text: FigureText.decimal(scores.meanError, 2) + " %/h"),
            ])
        }
      })
  }

  private var table: SectionedPage.Rows {
    SectionedPage.Rows(
      summary: "The nights as a table", caption: "Drain of the nights [%/h]",
      columns: ["night", "use", "setting", "hours", "measured", "before", "after"],
      rows: calibration.nights.map { night in
        SectionedPage.Row(
          name: night.name,
          cells: [
            words.role(night.role), night.setting, FigureText.decimal(night.hours, 1),
            words.range(night.measured), words.range(night.before), words.range(night.after),
          ].map { .init(text: $0) })
      })
  }

  // MARK: Parameters

  private var parameters: SectionedPage.Section {
    SectionedPage.Section(
      id: "parameters", title: "Parameters",
      notes: [
        "A parameter has moved if the logs narrowed or shifted it. Parameters that are missing "
          + "here do not change the drain of these nights, so the logs say nothing about them."
      ],
      tables: [
        .init(
          caption: "Parameters on which the drain depends",
          columns: ["parameter", "before", "after", "outcome", "source"],
          rows: calibration.parameters.map { parameter in
            let (before, after) = words.figures(parameter)
            return SectionedPage.Row(
              name: parameter.name,
              cells: [before, after, words.outcome(parameter), parameter.source].map {
                .init(text: $0)
              })
          })
      ])
  }
}

/// A plot of nights: the measured drain on the predicted intervals before and after.
struct NightPlot {
  private static let width = 820.0
  private static let rowHeight = 26.0
  private static let nameLength = 34
  /// The places of the scale's ends, between the names and the figures.
  private static let scaleStart = 240.0
  private static let scaleEnd = 550.0

  let nights: [Calibration.Night]
  let words: CalibrationText

  var drawing: Drawing {
    let height = Double(nights.count) * Self.rowHeight
    var drawing = Drawing(
      label: "Measured drain and predicted intervals of \(counted(nights.count, "night"))",
      width: Self.width, height: height + 22)
    let ends = nights.flatMap {
      [$0.before.low, $0.before.high, $0.after.low, $0.after.high, $0.measured.middle]
    }
    guard let scale = DrawingScale([0] + ends, from: Self.scaleStart, to: Self.scaleEnd) else {
      return drawing
    }
    for (index, night) in nights.enumerated() {
      draw(night, at: (Double(index) + 0.5) * Self.rowHeight, scale, in: &drawing)
    }
    for (value, place, style) in [
      (scale.low, Self.scaleStart, "start label"), (scale.high, Self.scaleEnd, "end label"),
    ] {
      drawing.text(FigureText.decimal(value, 1) + " %/h", place, height + 16, style)
    }
    return drawing
  }

  private func draw(
    _ night: Calibration.Night, at y: Double, _ scale: DrawingScale, in drawing: inout Drawing
  ) {
    drawing.text(Drawing.short(night.name, to: Self.nameLength), 0, y + 4, "start")
    for (interval, style, half) in [(night.before, "band", 9.0), (night.after, "measured", 5.0)] {
      let (low, high) = (scale(interval.low), scale(interval.high))
      drawing.rects.append(
        .init(
          style: style, x: low, y: y - half, width: max(1, high - low), height: 2 * half,
          opacity: 1))
    }
    let isCovered = night.after.covers(night.measured.middle)
    let style = isCovered ? "t0" : "t1"
    drawing.lines.append(
      .init(
        style: style + " box", x1: scale(max(scale.low, night.measured.low)), y1: y,
        x2: scale(min(scale.high, night.measured.high)), y2: y))
    drawing.shapes.append(
      .init(style: style, shape: 0, x: scale(night.measured.middle) - 7, y: y - 7))
    drawing.text(
      "\(FigureText.decimal(night.measured.middle, 2)), predicted \(words.range(night.after))",
      Self.width, y + 4, "end")
  }
}
