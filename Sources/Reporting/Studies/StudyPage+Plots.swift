import Campaigns
import Experiments
import Statistics
import Text

/// The sections on distributions, missing data and derived mobility.
extension StudyPage {
  private static let main = [
    "epochCoverage", "positionCoverage", "pathCoverage", "stayRecall", "tripRecall",
    "marginalBatteryPercentPerDay",
  ]
  private static let width = 720.0
  private static let left = 225.0

  private var dotsNote: [String] {
    guard shown.count < study.participants else { return [] }
    return ["Dots show \(FigureText.count(Double(shown.count))) evenly chosen participants."]
  }

  // MARK: Distributions

  var distributions: Section {
    let found = Self.main.filter { name in
      study.trackers.contains { distribution($0, name) != nil }
    }
    return Section(
      id: "measures", title: "Measures over participants",
      notes: [
        "A box holds the middle half of the participants, its line is the median, and the "
          + "whiskers reach from p10 to p90. Each dot is one participant."
      ] + dotsNote,
      groups: [Group(figures: found.compactMap(boxes))],
      tables: [
        Rows(
          summary: "Distributions as a table", caption: "Distributions over participants",
          columns: [
            "tracker", "measure", "mean (95 % interval)", "p10", "p25", "p50", "p75", "p90",
          ],
          rows: study.trackers.flatMap { tracker in found.compactMap { row(tracker, $0) } })
      ])
  }

  private func distribution(_ tracker: StudyFindings, _ measure: String) -> Distribution? {
    tracker.measures.first { $0.measure == measure }?.distribution
  }

  private func heading(_ measure: String) -> String {
    let text = MeasureText(measure: measure)
    if measure == "marginalBatteryPercentPerDay" { return text.noun + ", % of battery a day" }
    return text.noun + (text.withUnit(1).hasSuffix("%") ? ", %" : "")
  }

  private func row(_ tracker: StudyFindings, _ measure: String) -> Row? {
    guard let figures = distribution(tracker, measure) else { return nil }
    let text = MeasureText(measure: measure)
    let range = figures.interval.map { " (\(text.range($0)))" } ?? ""
    let quantiles = [figures.p10, figures.p25, figures.p50, figures.p75, figures.p90]
    let cells =
      [heading(measure), text.text(figures.mean) + range]
      + quantiles.map { text.text($0) }
    return Row(
      mark: marks[tracker.tracker], name: tracker.tracker, cells: cells.map { Cell(text: $0) })
  }

  private func boxes(_ measure: String) -> Figure? {
    let text = MeasureText(measure: measure)
    let found = study.trackers.map { distribution($0, measure) }
    let ends = found.compactMap { $0 }.flatMap { [$0.low, $0.high] }
    guard let scale = DrawingScale(ends, from: Self.left, to: Self.width - 15) else { return nil }
    let height = Double(study.trackers.count) * 40
    var drawing = Drawing(
      label: "\(heading(measure)) per tracker; the table below has the figures",
      width: Self.width, height: height + 24)
    for (index, tracker) in study.trackers.enumerated() {
      let y = Double(index) * 40 + 20
      drawing.name(tracker.tracker, marks[tracker.tracker], y: y)
      guard let figures = found[index] else { continue }
      box(figures, scale, y, marks[tracker.tracker].colorClass, &drawing)
      dots(index, measure, scale, y, &drawing)
    }
    for (value, style) in [(scale.low, "start"), (scale.high, "end")] {
      drawing.text(text.text(value), scale(value), height + 16, style)
    }
    return Figure(caption: heading(measure), drawing: drawing)
  }

  private func box(
    _ figures: Distribution, _ scale: DrawingScale, _ y: Double, _ style: String,
    _ drawing: inout Drawing
  ) {
    let (left, right) = (scale(figures.p25), scale(figures.p75))
    drawing.rects.append(
      .init(style: style, x: left, y: y - 9, width: max(1, right - left), height: 18, opacity: 0.25)
    )
    let middle = scale(figures.p50)
    drawing.lines += [
      .init(style: style + " box", x1: scale(figures.p10), y1: y, x2: scale(figures.p90), y2: y),
      .init(style: style + " box", x1: middle, y1: y - 11, x2: middle, y2: y + 11),
    ]
  }

  private func dots(
    _ tracker: Int, _ measure: String, _ scale: DrawingScale, _ y: Double,
    _ drawing: inout Drawing
  ) {
    guard let place = measures.firstIndex(of: measure) else { return }
    let style = marks[study.trackers[tracker].tracker].colorClass
    for (index, participant) in shown.enumerated() {
      guard let value = participant.trackers[tracker].figures[place] else { continue }
      let offset = Double(index * 7 % 11) - 5
      drawing.dots.append(.init(style: style, x: scale(value), y: y + offset))
    }
  }

  // MARK: Missing data

  var missing: Section {
    let axes: [(String, KeyPath<StudyFindings.Missing, [StudyFindings.Slot]>)] = [
      ("hour of day (\(study.timeZone))", \.byHour), ("day of the study", \.byStudyDay),
      ("whole days since the app was opened", \.byDaysSinceOpened),
    ]
    return Section(
      id: "missing", title: "Missing data",
      notes: ["The mean share of ten-minute epochs without a record; darker is more missing."],
      groups: [Group(figures: axes.compactMap { heat($0.0, $0.1) })],
      tables: axes.map { title, path in
        Rows(
          summary: "Missing by \(title) as a table", caption: "Missing epochs by \(title)",
          columns: ["tracker", title, "mean missing (95 % interval), %", "participants"],
          rows: study.trackers.flatMap { tracker in
            tracker.missingness[keyPath: path].map { row(tracker, $0) }
          })
      })
  }

  private func row(_ tracker: StudyFindings, _ slot: StudyFindings.Slot) -> Row {
    let mean = slot.mean.map(FigureText.percent) ?? FigureText.none
    let range = slot.interval.map { " (\(words.range($0, FigureText.percent)))" } ?? ""
    return Row(
      mark: marks[tracker.tracker], name: tracker.tracker,
      cells: ["\(slot.at)", mean + range, FigureText.count(Double(slot.count))].map {
        Cell(text: $0)
      })
  }

  private func heat(
    _ title: String, _ path: KeyPath<StudyFindings.Missing, [StudyFindings.Slot]>
  ) -> Figure? {
    let slots = study.trackers.map { $0.missingness[keyPath: path] }
    guard let first = slots.flatMap({ $0 }).map(\.at).min(),
      let last = slots.flatMap({ $0 }).map(\.at).max(),
      let scale = DrawingScale(slots.flatMap { $0 }.compactMap(\.mean), from: 0.06, to: 1)
    else { return nil }
    let cell = (Self.width - Self.left) / Double(last - first + 1)
    let height = Double(slots.count) * 30
    let ends = "\(FigureText.percent(scale.low)) % to \(FigureText.percent(scale.high)) %"
    var drawing = Drawing(
      label: "Missing epochs by \(title), \(ends); the table below has the figures",
      width: Self.width, height: height + 20)
    for (index, tracker) in study.trackers.enumerated() {
      drawing.name(tracker.tracker, marks[tracker.tracker], y: Double(index) * 30 + 14)
      for slot in slots[index] {
        guard let mean = slot.mean else { continue }
        let opacity = 0.06 + (mean - scale.low) / (scale.high - scale.low) * 0.94
        drawing.rects.append(
          .init(
            style: "heat-cell",
            x: Drawing.rounded(Self.left + Double(slot.at - first) * cell),
            y: Double(index) * 30, width: Drawing.rounded(cell - 1), height: 28,
            opacity: (opacity * 100).rounded() / 100))
      }
    }
    let step = max(1, (last - first) / 12)
    for at in stride(from: first, through: last, by: step) {
      drawing.text("\(at)", Self.left + (Double(at - first) + 0.5) * cell, height + 14)
    }
    return Figure(caption: "By \(title): palest to darkest \(ends)", drawing: drawing)
  }

  // MARK: Mobility

  var mobility: Section {
    Section(
      id: "mobility", title: "Derived mobility against the truth",
      notes: [
        "Each dot is one participant: the true value to the right, the recorded value upward. "
          + "On the line both are equal."
      ] + dotsNote,
      groups: study.trackers.enumerated().map { index, tracker in
        Group(
          layout: "multiples",
          figures: tracker.mobility.compactMap { scatter(index, $0.measure) })
      },
      tables: [
        Rows(
          caption: "Means of derived mobility, and the difference from the truth",
          columns: [
            "tracker", "measure", "true", "recorded", "difference (95 % interval)",
            "rank correlation",
          ], rows: study.trackers.flatMap { tracker in tracker.mobility.map { row(tracker, $0) } })
      ])
  }

  private func row(_ tracker: StudyFindings, _ found: StudyFindings.Mobility) -> Row {
    let text = found.measure.text
    let range = found.bias.interval.map { " (\(words.range($0, text)))" } ?? ""
    let cells = [
      found.measure.title, text(found.truth.mean), text(found.recorded.mean),
      text(found.bias.mean) + range,
      found.rankCorrelation.map { FigureText.decimal($0, 2) } ?? FigureText.none,
    ]
    return Row(
      mark: marks[tracker.tracker], name: tracker.tracker,
      cells: cells.map { Cell(text: $0) })
  }

  private func scatter(_ tracker: Int, _ measure: MobilityMeasure) -> Figure? {
    guard let place = MobilityMeasure.allCases.firstIndex(of: measure) else { return nil }
    func pairs(_ index: Int) -> [(truth: Double, recorded: Double)] {
      shown.compactMap { participant in
        let pair = participant.trackers[index].mobility[place]
        return pair.truth.flatMap { truth in pair.recorded.map { (truth, $0) } }
      }
    }
    let values = study.trackers.indices.flatMap(pairs).flatMap { [$0.truth, $0.recorded] }
    guard let x = DrawingScale([0] + values, from: 50, to: 225),
      let y = DrawingScale([0] + values, from: 190, to: 15)
    else { return nil }
    let name = study.trackers[tracker].tracker
    let caption = "\(name): \(measure.title)"
    var drawing = Drawing(
      label: "\(caption), recorded against true; the table below has the means",
      width: 240, height: 225)
    drawing.lines = [
      .init(style: "", x1: 50, y1: 190, x2: 225, y2: 190),
      .init(style: "", x1: 50, y1: 15, x2: 50, y2: 190),
      .init(style: "", x1: 50, y1: 190, x2: 225, y2: 15),
    ]
    drawing.dots = pairs(tracker).map {
      .init(style: marks[name].colorClass, x: x($0.truth), y: y($0.recorded))
    }
    drawing.text(measure.text(x.high), 46, 20, "end")
    drawing.text("true →", 130, 206)
    drawing.text("0", 50, 206)
    drawing.text(measure.text(x.high), 225, 206, "end")
    return Figure(caption: caption, drawing: drawing)
  }
}
