import Evaluation
import Experiments
import Statistics
import Timekeeping

/// The drawings over time: the log's gaps above those of the simulated runs, and both batteries.
extension JudgePage {
  /// The largest number of simulated runs that the timeline shows.
  static let drawnRunsMax = 20
  private static let rowHeight = 16.0
  private static let left = 96.0
  private static let right = 810.0

  var timeline: SectionedPage.Section? {
    guard let axis, !judgment.truth.periods.isEmpty else { return nil }
    let draws = judgment.simulation?.draws.prefix(Self.drawnRunsMax) ?? []
    let caption = "The log's gaps of more than 10 min, and the gaps of the simulated runs"
    let height = 26 + Double(draws.count) * Self.rowHeight
    var drawing = Drawing(
      label: "\(caption), over time; the table of gaps has the log's", width: 820,
      height: height + 22)
    axis.draw(to: height, in: &drawing)
    row("log", at: 2, height: 18, axis, in: &drawing)
    for gap in judgment.gaps {
      time(gap.start, gap.end, Self.fill(gap), at: 2, height: 18, axis, in: &drawing)
    }
    for (index, draw) in draws.enumerated() {
      let y = 26 + Double(index) * Self.rowHeight
      row("seed \(draw.seed)", at: y, height: 12, axis, in: &drawing)
      for gap in draw.uncovered {
        time(gap.start, gap.end, Self.fill(gap.cause), at: y, height: 12, axis, in: &drawing)
      }
    }
    return SectionedPage.Section(
      id: "timeline", title: "Over time", notes: timelineNotes(draws.count),
      groups: [.init(figures: [.init(caption: caption, drawing: drawing)])],
      legend: .init(terms: legend(Array(draws))))
  }

  /// The axis from the first to the last judged time.
  var axis: TimeAxis? {
    guard let first = judgment.truth.periods.first, let last = judgment.truth.periods.last else {
      return nil
    }
    return TimeAxis(
      first.start, last.end, from: Self.left, to: Self.right, calendar: words.calendar)
  }

  private func timelineNotes(_ drawn: Int) -> [String] {
    let all = judgment.simulation?.draws.count ?? 0
    let part = drawn < all ? " The first \(drawn) of \(all) runs are shown." : ""
    return [
      (isTruthKnown
        ? "Green: the place was known. Patterns: it was not, by cause."
        : "Green: a record at least every 10 min. Patterns: none in the log; in the simulated "
          + "runs the place was not known, by cause.") + part
    ]
  }

  private func legend(_ draws: [SimulatedDraw]) -> [SectionedPage.Term] {
    let used = Set(
      judgment.gaps.map(Self.fill) + draws.flatMap { $0.uncovered.map { Self.fill($0.cause) } })
    let families = GapFamily.allCases.map { ("p-\($0.rawValue)", $0.words) }
    return (families + [(Self.silence, "no record")]).filter { used.contains($0.0) }
      .map { SectionedPage.Term(fill: $0.0, words: $0.1) }
  }

  /// The CSS class of a time without a record, whose cause is not known.
  private static let silence = "p-quiet"

  private static func fill(_ gap: JudgedGap) -> String { gap.cause.map(fill) ?? silence }

  private static func fill(_ cause: GapCause) -> String { "p-\(GapFamily(cause).rawValue)" }

  private func row(
    _ name: String, at y: Double, height: Double, _ axis: TimeAxis, in drawing: inout Drawing
  ) {
    drawing.text(name, 0, y + height / 2 + 4, "start")
    for period in judgment.truth.periods {
      time(period.start, period.end, "covered", at: y, height: height, axis, in: &drawing)
    }
  }

  private func time(
    _ start: Instant, _ end: Instant, _ style: String, at y: Double, height: Double,
    _ axis: TimeAxis, in drawing: inout Drawing
  ) {
    let (from, to) = (axis(start), axis(end))
    guard to > from else { return }
    drawing.rects.append(
      .init(
        style: style, x: from, y: y, width: Drawing.rounded(to - from), height: height, opacity: 1))
  }
}

/// The battery over time.
extension JudgePage {
  private static let plotHeight = 180.0
  private static let bandSteps = 120

  /// The log's readings as dots, on the range of the simulated gauges.
  func batteryDrawing(_ battery: JudgedBattery, caption: String) -> Drawing? {
    guard let axis else { return nil }
    var drawing = Drawing(
      label: "\(caption); the table below has the rates", width: 820,
      height: Self.plotHeight + 22)
    axis.draw(to: Self.plotHeight, in: &drawing)
    let ranges = gaugeRange(axis)
    let levels = battery.readings.map(\.percent) + ranges.compactMap { $0?.low }
    let lowest = min(90, ((levels.min() ?? 0) / 10).rounded(.down) * 10)
    func y(_ percent: Double) -> Double {
      Drawing.rounded(6 + (100 - percent) / (100 - lowest) * (Self.plotHeight - 12))
    }
    for percent in [lowest, (lowest + 100) / 2, 100] {
      drawing.text("\(Int(percent)) %", Self.left - 6, y(percent) + 4, "end label")
      drawing.lines.append(
        .init(style: "tick", x1: Self.left, y1: y(percent), x2: Self.right, y2: y(percent)))
    }
    let width = (Self.right - Self.left) / Double(Self.bandSteps)
    for (index, range) in ranges.enumerated() {
      guard let range else { continue }
      let (high, low) = (y(range.high), y(range.low))
      drawing.rects.append(
        .init(
          style: "measured", x: Drawing.rounded(Self.left + Double(index) * width), y: high - 1,
          width: Drawing.rounded(width + 0.1), height: Drawing.rounded(low - high + 2), opacity: 1))
    }
    for reading in battery.readings where (axis.start...axis.end).contains(reading.time) {
      drawing.dots.append(.init(style: "plain", x: axis(reading.time), y: y(reading.percent)))
    }
    return drawing
  }

  /// The 90 % range of the simulated gauges in equal steps of the axis; nil where no run has one.
  private func gaugeRange(_ axis: TimeAxis) -> [(low: Double, high: Double)?] {
    let gauges = (judgment.simulation?.draws ?? []).map(\.battery)
    var next = gauges.map { _ in 0 }
    let step = (axis.end - axis.start) * (1 / Double(Self.bandSteps))
    return (0..<Self.bandSteps).map { index in
      let time = axis.start + step * (Double(index) + 0.5)
      let levels = gauges.indices.compactMap { run -> Double? in
        while next[run] < gauges[run].count, gauges[run][next[run]].time <= time { next[run] += 1 }
        return next[run] > 0 ? Double(gauges[run][next[run] - 1].percent) : nil
      }.sorted()
      guard !levels.isEmpty else { return nil }
      return (hazenQuantile(0.05, of: levels), hazenQuantile(0.95, of: levels))
    }
  }
}
