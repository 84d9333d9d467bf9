import Evaluation
import Experiments
import RunViews
import Simulation
import Timekeeping

/// The tables of the page with the figures of each tracker.
extension ReportPage {
  func rows(_ columns: [ReportColumn]) -> [Row] {
    trackers.enumerated().flatMap { index, tracker in
      let own = Row(
        name: tracker.name, mark: marks[tracker.name],
        cells: zip(columns, tracker.spreads(columns)).map { cell($0, $1, of: tracker, index) })
      guard let inferred = tracker.inferringStays, columns.contains(where: \.isShare) else {
        return [own]
      }
      // Energy and delivery do not depend on where the person was.
      let cells = zip(columns, inferred.spreads(columns)).map { column, spread in
        column.isShare ? cell(column, spread, of: inferred, index) : Cell(text: "")
      }
      return [own, Row(name: inferred.name, mark: marks[tracker.name], cells: cells)]
    }
  }

  private func cell(
    _ column: ReportColumn, _ spread: Spread?, of tracker: TrackerResults, _ index: Int
  ) -> Cell {
    guard let spread else { return Cell(text: FigureText.none) }
    let text = column.measure.figure
    let isCost = column.measure.name == Measures.cost
    let share = isCost ? max(spread.mean, 0) / ranking.costMax : spread.mean
    return Cell(
      text: text(spread.mean), range: tracker.runs.count > 1 ? spread.range(text) : nil,
      hasBar: column.isShare || isCost, width: FigureText.decimal(share * 100, 1),
      color: marks[tracker.name].colorClass)
  }

  var stories: [Story] {
    trackers.enumerated().map { index, tracker in
      let preset = tracker.runs.first?.preset ?? ""
      return Story(
        name: tracker.name, mark: marks[tracker.name],
        preset: preset == tracker.name ? nil : preset,
        life: tracker.life, openings: tracker.openings, moments: views[index].flatMap(moments))
    }
  }

  /// Returns the events marked in the timeline, in words. Nil if there are none, or if the view
  /// does not contain all of them.
  private func moments(of view: RunView) -> String? {
    let wakes = view.marks.filter { $0.kind == .wake || $0.kind == .launch }
    guard wakes.count == view.days.reduce(0, { $0 + $1.wakes + $1.launches }) else { return nil }
    var sentences: [String] = []
    if !wakes.isEmpty {
      let byReason = counts(wakes).map { "for \($0) \(FigureText.times(Double($1)))" }
      sentences.append("Woken or launched in the background \(byReason.joined(separator: ", ")).")
    }
    let shown = counts(view.marks.filter { $0.kind == .notification })
    if !shown.isEmpty {
      let titles = shown.map { "“\($0)” \(FigureText.times(Double($1)))" }
      let taps = view.marks.count { $0.kind == .tap }
      sentences.append(
        "Notifications shown: \(titles.joined(separator: ", ")); tapped: \(taps).")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Returns the different texts of the marks, each with the number of its marks. The most frequent
  /// text comes first.
  private func counts(_ marks: [Mark]) -> [(text: String, count: Int)] {
    Dictionary(grouping: marks, by: \.text).map { (text: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
  }

  /// The measures that apply to at least one tracker.
  var measures: [MeasureRow] {
    let explained = Measures.all.filter(\.isExplained)
    let names = explained.map(\.name)
    let figures = trackers.map { $0.figures.map { $0.values(of: names) } }
    return explained.enumerated().compactMap { index, measure in
      let cells = figures.map { runs -> Cell in
        guard let spread = Spread(runs.map { $0[index] }) else {
          return Cell(text: FigureText.none)
        }
        return Cell(
          text: measure.text(spread.mean), range: runs.count > 1 ? spread.range(measure.text) : nil)
      }
      guard cells.contains(where: { $0.text != FigureText.none }) else { return nil }
      return MeasureRow(
        measure: measure.name, title: measure.title, meaning: measure.meaning,
        formula: measure.formula,
        cells: cells)
    }
  }

  // MARK: - Energy

  /// The components of the phone that any tracker used, the largest energy first.
  var components: [Row] {
    energyRows(
      names: trackers.first?.runs.first?.energy.byComponent.map(\.name) ?? [],
      words: componentWords
    ) { run, name in
      run.energy.byComponent.first { $0.name == name }?.marginalJoules
    }
  }

  var energyCauses: [Row] {
    energyRows(
      names: trackers.first?.runs.first?.energy.byCause.map(\.name) ?? [], words: causeWords
    ) { run, name in
      run.energy.byCause.first { $0.name == name }?.joules
    }
  }

  private func energyRows(
    names: [String], words: (String) -> String, joules: (RunResult, String) -> Double?
  ) -> [Row] {
    let table = names.map { name in
      (name, trackers.map { tracker in tracker.spread { joules($0, name) }?.mean ?? 0 })
    }
    let most = table.flatMap(\.1).max() ?? 0
    return table.filter { $0.1.contains { abs($0) >= 0.05 } }
      .sorted { ($0.1.max() ?? 0) > ($1.1.max() ?? 0) }
      .map { name, values in
        Row(
          name: words(name),
          cells: values.enumerated().map { index, joules in
            Cell(
              text: abs(joules) < 0.05 ? FigureText.none : FigureText.joules(joules),
              width: FigureText.decimal(most > 0 ? max(joules, 0) / most * 100 : 0, 1))
          })
      }
  }

  private func causeWords(_ name: String) -> String {
    switch name {
    case "system": "the phone itself"
    case "person": "the person"
    case "locationRequest": "single positions"
    case "appInForeground": "the open app"
    case "launch": "starting the app"
    case "network": "sending"
    default: deathWords(name)
    }
  }

  // MARK: - Days

  var days: [Days] {
    zip(trackers, views).enumerated().compactMap { index, pair in
      guard let view = pair.1 else { return nil }
      return Days(
        name: pair.0.name, mark: marks[pair.0.name], rows: view.days.map { day(of: $0) })
    }
  }

  private func day(of tally: DayTally) -> Day {
    let count = { (number: Int) in FigureText.count(Double(number)) }
    return Day(
      date: tally.date,
      cells: [
        count(tally.fixCount), count(tally.hoursWithFix),
        FigureText.duration(tally.uncoveredSeconds),
        FigureText.meters(tally.recordedDistanceMeters),
        FigureText.meters(tally.trueDistanceMeters), FigureText.duration(tally.movingSeconds),
        count(tally.wakes), count(tally.launches), count(tally.requests),
        count(tally.failedRequests), bytes(tally.sentBytes),
        tally.lowestBatteryPercent.map { "\($0) %" } ?? FigureText.none,
      ])
  }

  private func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: FigureText.decimal(Double(count) / 1000, 1) + " kB"
    default: FigureText.decimal(Double(count) / 1e6, 1) + " MB"
    }
  }
}
