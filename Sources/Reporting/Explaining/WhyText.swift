import Evaluation
import Experiments
import Statistics
import Text

/// The sentences on the causes of missed time, which the terminal and Markdown forms share.
struct WhyText {
  let why: Why

  /// Returns a number of minutes as text, such as "276", "3.4" or "0.02".
  static func minutes(_ minutes: Double) -> String {
    if abs(minutes) < 0.005 { return "0" }
    return FigureText.decimal(minutes, abs(minutes) >= 10 ? 0 : abs(minutes) >= 0.095 ? 1 : 2)
  }

  /// Returns a confidence interval as text, such as "240 to 310".
  static func range(_ interval: ConfidenceInterval?, _ text: (Double) -> String) -> String {
    guard let interval else { return "" }
    return Text.interval(text(interval.low), text(interval.high))
  }

  /// Returns missed minutes with their interval, such as "276 min (240 to 310)".
  static func reported(_ minutes: SeedMean) -> String {
    let mean = self.minutes(minutes.mean)
    let range = range(minutes.interval, self.minutes)
    return mean + " min" + (range.isEmpty || range == mean ? "" : " (\(range))")
  }

  /// Returns a difference in battery percentage points with its sign, such as "+24.1".
  static func battery(_ points: SeedMean?) -> String {
    points.map { battery($0.mean) } ?? FigureText.none
  }

  static func battery(_ points: Double) -> String {
    let text = FigureText.decimal(abs(points), abs(points) >= 10 ? 1 : 2)
    guard FigureText.shows(text) else { return text }
    return (points < 0 ? "−" : "+") + text
  }

  /// Returns the minutes that a change regains, such as "100". If the gain may be only day-to-day
  /// variation, the text has a question mark, such as "3.4?".
  static func regained(_ effect: ChangeEffect) -> String {
    minutes(effect.regained.mean) + (effect.regained.isSure == false ? "?" : "")
  }

  // MARK: Sentences

  var span: String {
    let hours = FigureText.shortest(why.design.hours)
    return "\(hours) h"
  }

  var seeds: String {
    let first = why.design.firstSeed
    return Text.seeds(first, to: first + UInt64(why.design.seedCount - 1))
  }

  /// Returns a sentence on a tracker's missed time, such as "Missed 349 min (310 to 390) of 24 h,
  /// 41 of them in motion, for 3.00 % of battery a day."
  func missed(_ tracker: ExplainedTracker) -> String {
    var text = "Missed \(Self.reported(tracker.missedMinutes)) of \(span)"
    text += ", \(Self.minutes(tracker.missedMovingMinutes.mean)) of them in motion"
    if let battery = tracker.batteryPercentPerDay {
      text +=
        ", for \(FigureText.decimal(battery.mean, battery.mean >= 10 ? 1 : 2)) % of battery a day"
    }
    return text + "."
  }

  /// Returns the title of a cause, such as "no signal: 12 min (9.0 to 15), 3.0 in motion".
  ///
  /// The time of a gap at the server is not part of the missed time, and the title says so.
  func title(_ cause: ExplainedCause) -> String {
    var text = "\(cause.cause.words): \(Self.reported(cause.minutes))"
    if cause.cause.isOfServer { text += " at the server only, not part of the missed time" }
    if let moving = cause.movingMinutes { text += ", \(Self.minutes(moving.mean)) in motion" }
    return text
  }

  /// Returns a change in words, such as "distanceFilter: 500 m → 100 m" or "if the person had not
  /// force-quit the app".
  static func label(
    _ change: TriedChange, _ effect: ChangeEffect, withFacts: Bool = true
  ) -> String {
    let facts = withFacts && !change.facts.isEmpty ? " [\(change.facts)]" : ""
    return (change.kind == .setting ? "" : "if ") + effect.change + facts
  }

  /// Returns a sentence on the settings to change first.
  ///
  /// The sentence names at most three changes, from the Pareto front of regained minutes and
  /// battery use. The smallest step of a setting that helps competes with its whole change. Gap
  /// causes that affect only the server are ignored.
  static func advice(_ tracker: ExplainedTracker) -> String {
    let settings = tracker.causes.filter { $0.movingMinutes != nil }.flatMap(\.changes)
      .filter { $0.kind == .setting }
    var effects: [ChangeEffect] = []
    for effect in settings.flatMap({ [$0.advised, $0.whole] })
    where effect.regained.isSure != false
      && !effects.contains(where: { $0.change == effect.change })
    {
      effects.append(effect)
    }
    let offers = effects.map { effect in
      effect.batteryPercentPerDay.map {
        ParetoFront.Offer(gain: effect.regained.mean, cost: $0.mean)
      }
    }
    let best = ParetoFront.positions(in: offers).map { effects[$0] }
      .sorted { $0.regained.mean < $1.regained.mean }.suffix(3)
    guard !best.isEmpty else { return "No setting that was tried certainly regains any of it." }
    let parts = best.map { effect in
      let moving = effect.regainedMoving.map { ", \(minutes($0.mean)) in motion," } ?? ""
      return "\(effect.change) regains \(minutes(effect.regained.mean)) min\(moving) for "
        + "\(battery(effect.batteryPercentPerDay)) % a day"
    }
    return "Best changes: \(parts.joined(separator: "; "))."
  }

  /// Returns the changes to show: all changes of events and rules, and the changes of settings that
  /// are on the Pareto front.
  static func shown(_ cause: ExplainedCause) -> [TriedChange] {
    cause.changes.filter { $0.kind != .setting || $0.isOnFront }
  }

  /// Returns the effect of the whole change as text. The table shows the smallest step that regains
  /// enough time (`TriedChange.smallest`) instead of the whole change, so the text adds the missing
  /// effect.
  ///
  /// Returns nil if there is no smaller step, or if its figures are equal to those of the whole
  /// change.
  static func whole(_ change: TriedChange) -> String? {
    guard let smallest = change.smallest,
      minutes(smallest.regained.mean) != minutes(change.whole.regained.mean)
        || battery(smallest.batteryPercentPerDay) != battery(change.whole.batteryPercentPerDay)
    else { return nil }
    return "all of it, \(label(change, change.whole)), regains "
      + "\(minutes(change.whole.regained.mean)) min for "
      + "\(battery(change.whole.batteryPercentPerDay))"
  }

  /// Returns a sentence on a cause without a helpful setting; nil if some setting shortens the
  /// missed time of the cause. The sentence also gives the reason if no change was tried.
  static func verdict(_ cause: ExplainedCause) -> String? {
    if let reason = cause.reason { return "Nothing was tried: \(reason)." }
    guard !cause.changes.contains(where: { $0.kind == .setting }) else { return nil }
    let settings = cause.inVain.filter { $0.kind == .setting }.map(\.change)
    let others = cause.changes.isEmpty ? " No other change that was tried regains it either." : ""
    guard !settings.isEmpty else {
      return "No setting of this tracker affects this.\(others)"
    }
    return
      "No setting that was tried regains this (\(settings.joined(separator: "; "))).\(others)"
  }

  /// Returns a sentence that lists the changes that regained nothing; nil if there are none.
  static func inVain(_ cause: ExplainedCause) -> String? {
    guard !cause.inVain.isEmpty else { return nil }
    let parts = cause.inVain.map { ($0.kind == .setting ? "" : "if ") + $0.change }
    return "Tried without effect: \(parts.joined(separator: "; "))."
  }

  /// Returns the number of settings that regain time for this cause but are not shown.
  static func passedOver(_ cause: ExplainedCause) -> Int {
    cause.changes.count { $0.kind == .setting && !$0.isOnFront }
  }

  func small(_ tracker: ExplainedTracker) -> String? {
    guard !tracker.smallCauses.isEmpty else { return nil }
    let parts = tracker.smallCauses.map { small in
      "\(small.cause.words) \(Self.minutes(small.minutes))"
        + (small.cause.isOfServer ? " (at the server only)" : "")
    }
    return "Below a minute each: \(parts.joined(separator: ", "))."
  }

  var interruption: String? {
    why.isComplete ? nil : "Interrupted: changes that were not tried to the end are left out."
  }
}
