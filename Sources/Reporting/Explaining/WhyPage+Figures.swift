import Evaluation
import Experiments

/// The rows of the page's tables, with their bars.
extension WhyPage {
  func tracker(_ tracker: ExplainedTracker) -> Tracker {
    let inApp = tracker.causes.filter { !$0.cause.isOfServer }
    let scales = Scales(tracker)
    return Tracker(
      anchor: WhyAnchor.tracker(tracker.tracker), name: tracker.tracker,
      mark: marks[tracker.tracker], answer: words.answer(tracker),
      advice: WhyText.advice(tracker), stack: stack(tracker),
      missed: Self.figure(tracker.missedMinutes),
      moving: WhyText.minutes(tracker.missedMovingMinutes.mean),
      battery: Self.cost(tracker.batteryPercentPerDay),
      largest: inApp.first?.cause.words ?? FigureText.none, known: known(tracker),
      steps: steps(tracker), causes: tracker.causes.map { cause($0, of: tracker, scales) },
      small: words.small(tracker))
  }

  private func known(_ tracker: ExplainedTracker) -> String {
    let all = why.design.hours * 60
    let known = FigureText.count(max(0, all - tracker.missedMinutes.mean))
    return "The place was known in \(known) of \(FigureText.count(all)) min. The bars below add up "
      + "to the missed time; each begins where the one above it ends. The line "
      + "across a bar is its 95 % interval."
  }

  static func figure(_ minutes: SeedMean, isSure: Bool? = nil) -> Figure {
    let text = WhyText.minutes(minutes.mean)
    let range = WhyText.range(minutes.interval, WhyText.minutes)
    return Figure(
      text: text + " min" + (isSure == false ? "?" : ""),
      range: range.isEmpty || range == text ? nil : range)
  }

  /// Returns the battery that a tracker uses, such as "2.78 %".
  private static func cost(_ battery: SeedMean?) -> Figure {
    guard let battery else { return Figure(text: FigureText.none) }
    func text(_ value: Double) -> String {
      FigureText.decimal(value, abs(value) >= 10 ? 1 : 2)
    }
    return Figure(
      text: text(battery.mean) + " %", range: battery.interval.map { WhyText.range($0, text) })
  }

  // MARK: Missed time

  /// Returns the missed time of a tracker by cause, on a scale that all trackers share.
  private func stack(_ tracker: ExplainedTracker) -> String {
    var end = 0.0
    let parts = Self.shares(tracker).map { cause, minutes in
      defer { end += minutes }
      return WhyBar.Part(from: end, to: end + minutes, fill: Self.fill(cause))
    }
    let scale = WhyScale(why.trackers.map(\.missedMinutes.mean))
    return WhyBar(parts, scale: scale).svg
  }

  private static func shares(_ tracker: ExplainedTracker) -> [(GapCause, Double)] {
    let small = tracker.smallCauses.filter { !$0.cause.isOfServer }
    return tracker.causes.filter { !$0.cause.isOfServer }.map { ($0.cause, $0.minutes.mean) }
      + small.map { ($0.cause, $0.minutes) }
  }

  /// Returns a row for each cause, one for all smaller causes, and one for all missed time.
  private func steps(_ tracker: ExplainedTracker) -> [Step] {
    let causes = tracker.causes.filter { !$0.cause.isOfServer }
    let small = tracker.smallCauses.filter { !$0.cause.isOfServer }
    var end = 0.0
    // The scale has room for the interval of each bar.
    let starts = causes.map { cause in
      defer { end += cause.minutes.mean }
      return end
    }
    let reaches = zip(causes, starts).map { cause, start in
      start + max(cause.minutes.mean, cause.minutes.interval?.high ?? 0)
    }
    let scale = WhyScale(
      reaches + [tracker.missedMinutes.mean, tracker.missedMinutes.interval?.high ?? 0])
    var steps = zip(causes, starts).map { step($0, of: tracker, from: $1, scale) }
    if !small.isEmpty {
      let sum = small.reduce(0) { $0 + $1.minutes }
      let part = WhyBar.Part(from: end, to: end + sum, fill: "rest")
      steps.append(
        Step(
          name: "all smaller causes", bar: WhyBar([part], scale: scale).svg,
          minutes: Figure(text: WhyText.minutes(sum) + " min"), moving: FigureText.none, best: ""))
    }
    let all = WhyBar(tracker.missedMinutes, fill: "rest", scale: scale)
    return steps + [
      Step(
        name: "all missed time", isSum: true, bar: all.svg,
        minutes: Self.figure(tracker.missedMinutes),
        moving: WhyText.minutes(tracker.missedMovingMinutes.mean) + " min", best: "")
    ]
  }

  private func step(
    _ cause: ExplainedCause, of tracker: ExplainedTracker, from start: Double, _ scale: WhyScale
  ) -> Step {
    let best = WhyText.bestBuy(cause).map { WhyText.bought($0.advised) }
    return Step(
      name: cause.cause.words, part: WhyAnchor.cause(cause.cause, of: tracker.tracker),
      fill: Self.fill(cause.cause),
      bar: WhyBar(cause.minutes, fill: Self.fill(cause.cause), scale: scale, from: start).svg,
      minutes: Self.figure(cause.minutes),
      moving: cause.movingMinutes.map { WhyText.minutes($0.mean) + " min" } ?? FigureText.none,
      best: best ?? "no setting that was tried certainly regains any of it")
  }

  static func fill(_ cause: GapCause) -> String { "p-\(GapFamily(cause).rawValue)" }

  // MARK: Changes

  /// The scales of a tracker's changes, so that the bars of all its causes can be compared.
  private struct Scales {
    var minutes: WhyScale
    var battery: WhyScale

    init(_ tracker: ExplainedTracker) {
      let effects = tracker.causes.flatMap(\.changes).map(\.advised)
      minutes = WhyScale(effects.map(\.regained))
      battery = WhyScale(effects.compactMap(\.batteryPercentPerDay))
    }
  }

  private func cause(
    _ cause: ExplainedCause, of tracker: ExplainedTracker, _ scales: Scales
  ) -> Cause {
    let title = words.title(cause)
    let best = WhyText.bestBuy(cause)?.name
    let server =
      "The app has recorded the place, and the server does not have the record yet. This time is "
      + "not part of the \(WhyText.minutes(tracker.missedMinutes.mean)) min of missed time."
    let remarks = [cause.cause.isOfServer ? server : nil, WhyText.verdict(cause)]
    let more = cause.changes.filter { $0.kind == .setting && !$0.isOnFront }
    func row(_ change: TriedChange) -> Change { self.row(change, best: best, cause, scales) }
    return Cause(
      anchor: WhyAnchor.cause(cause.cause, of: tracker.tracker),
      title: title.prefix(1).uppercased() + title.dropFirst(), fill: Self.fill(cause.cause),
      remarks: remarks.compactMap(\.self), name: "\(cause.cause.words), \(tracker.tracker)",
      hasChanges: !WhyText.shown(cause).isEmpty, changes: WhyText.shown(cause).map(row),
      moreTitle: more.isEmpty
        ? nil : "\(FigureText.counted(more.count, "setting")) worse than these",
      more: more.map(row), inVain: WhyText.inVain(cause))
  }

  private func row(
    _ change: TriedChange, best: String?, _ cause: ExplainedCause, _ scales: Scales
  ) -> Change {
    let effect = change.advised
    let battery = effect.batteryPercentPerDay
    let range = WhyText.batteryRange(battery)
    let fill = change.kind == .setting ? "buy" : "rest"
    return Change(
      name: WhyText.label(change, effect, withFacts: false),
      isBest: change.kind == .setting && change.name == best,
      facts: change.facts.isEmpty ? nil : change.facts, whole: WhyText.whole(change),
      bar: WhyBar(effect.regained, fill: fill, scale: scales.minutes).svg,
      regained: Self.figure(effect.regained, isSure: effect.regained.isSure),
      moving: effect.regainedMoving.map { WhyText.minutes($0.mean) + " min" } ?? FigureText.none,
      ofCause: WhyText.minutes(effect.regainedOfCause.mean) + " min",
      batteryBar: battery.map { WhyBar($0, fill: "cost", scale: scales.battery).svg } ?? "",
      battery: Figure(
        text: WhyText.battery(battery) + (battery == nil ? "" : " %"),
        range: range.isEmpty || range == WhyText.battery(battery) ? nil : range))
  }
}
