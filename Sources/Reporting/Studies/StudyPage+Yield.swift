import Campaigns
import Statistics
import Text

/// The sections on usable participants and on recruiting.
extension StudyPage {
  var funnel: Section {
    let rows = zip(study.trackers, reached).map { tracker, reached in
      let mark = marks[tracker.tracker]
      let steps = [study.participants, reached.hours, reached.validDay, reached.usable]
      let interval = words.range(tracker.usable.interval, FigureText.percent)
      return Row(
        mark: mark, name: tracker.tracker,
        cells: steps.map { cell($0, mark) } + [Cell(text: "\(interval) %")])
    }
    return Section(
      id: "funnel", title: "From recruited to usable",
      tables: [
        Rows(
          caption: "Participants that reach each step, with their share of those recruited",
          columns: [
            "tracker", "recruited", "any hour with data", "a valid day", "usable",
            "95 % interval of usable",
          ], rows: rows)
      ])
  }

  private func cell(_ count: Int, _ mark: TrackerMark) -> Cell {
    let share = Double(count) / Double(max(1, study.participants))
    return Cell(
      text: "\(FigureText.count(Double(count))) (\(FigureText.percent(share)) %)",
      meter: Meter(style: mark.colorClass, width: Drawing.rounded(share * 100)))
  }

  // MARK: Recruiting

  /// A tracker's numbers to recruit for several numbers of usable participants.
  private var curves: [(tracker: StudyFindings, points: [Recruitment])] {
    study.trackers.map { tracker in
      let wish = tracker.recruitment
      let aims = (1...6).map { max(1, wish.usable * $0 / 4) }.reduce(into: [Int]()) {
        if $0.last != $1 { $0.append($1) }
      }
      return (
        tracker,
        aims.map {
          Recruitment(
            usable: $0, certainty: wish.certainty, seen: tracker.usable.count,
            of: study.participants)
        }
      )
    }
  }

  var recruitment: Section {
    let curves = self.curves
    let rows = curves.flatMap { tracker, points in
      points.map { point in
        Row(
          mark: marks[tracker.tracker], name: tracker.tracker,
          cells: [
            FigureText.count(Double(point.usable)), count(point.recruits), interval(point),
          ].map { Cell(text: $0) })
      }
    }
    let figures = curves.compactMap { tracker, points in
      curve(tracker, points).map { Figure(caption: tracker.tracker, drawing: $0) }
    }
    return Section(
      id: "recruitment", title: "How many to recruit",
      notes: study.trackers.map { "\($0.tracker): \(words.recruitment($0))" },
      groups: [Group(layout: "multiples", figures: figures)],
      tables: [
        Rows(
          summary: "Numbers to recruit as a table",
          caption:
            "Number to recruit, with the numbers for the ends of the usable share's interval",
          columns: ["tracker", "usable wanted", "to recruit", "95 % interval"], rows: rows)
      ])
  }

  private func count(_ count: Int?) -> String {
    count.map { FigureText.count(Double($0)) } ?? FigureText.none
  }

  private func interval(_ point: Recruitment) -> String {
    guard let low = point.low else { return FigureText.none }
    return Text.interval(count(low), point.high.map { count($0) } ?? "any number")
  }

  /// Returns the numbers to recruit over the numbers wanted, with their intervals; nil if the
  /// tracker has no number.
  private func curve(_ tracker: StudyFindings, _ points: [Recruitment]) -> Drawing? {
    let known = points.filter { $0.recruits != nil }
    let tops = known.compactMap { $0.high ?? $0.recruits }.map(Double.init)
    guard let last = known.last,
      let x = DrawingScale([0] + known.map { Double($0.usable) }, from: 50, to: 225),
      let y = DrawingScale([0] + tops, from: 150, to: 15)
    else { return nil }
    var drawing = Drawing(
      label: "\(tracker.tracker): \(words.recruitment(tracker))", width: 240, height: 185)
    let style = marks[tracker.tracker].colorClass + " box"
    drawing.lines = [
      .init(style: "", x1: 50, y1: 150, x2: 225, y2: 150),
      .init(style: "", x1: 50, y1: 15, x2: 50, y2: 150),
    ]
    for (a, b) in zip(known, known.dropFirst()) {
      drawing.lines.append(
        .init(
          style: style, x1: x(Double(a.usable)), y1: y(Double(a.recruits ?? 0)),
          x2: x(Double(b.usable)), y2: y(Double(b.recruits ?? 0))))
    }
    for point in known {
      let at = x(Double(point.usable))
      drawing.dots.append(
        .init(style: marks[tracker.tracker].colorClass, x: at, y: y(Double(point.recruits ?? 0))))
      guard let low = point.low, let high = point.high else { continue }
      drawing.lines.append(
        .init(style: style, x1: at, y1: y(Double(low)), x2: at, y2: y(Double(high))))
    }
    drawing.text(FigureText.count(y.high), 46, 20, "end")
    drawing.text("0", 46, 154, "end")
    drawing.text(count(last.usable), 225, 165, "end")
    drawing.text("usable wanted →", 130, 180)
    return drawing
  }
}
