import Experiments
import Statistics
import Text

/// The sentences on a tracker's largest cause and on the best change against a cause.
extension WhyText {
  /// The least time that a best buy regains, as a share of the most that any setting regains.
  static let bestShare = 0.5

  /// Returns the setting to change first against a cause; nil if no setting certainly helps.
  ///
  /// It is the setting on the Pareto front that regains the most time for each point of battery,
  /// among those that regain at least `bestShare` of the most that any of them regains. A setting
  /// that uses no more battery than now is ahead of all that do.
  static func bestBuy(_ cause: ExplainedCause) -> TriedChange? {
    let sure = cause.changes.filter {
      $0.kind == .setting && $0.isOnFront && $0.advised.regained.isSure != false
        && $0.advised.regained.mean > 0
    }
    let most = sure.map(\.advised.regained.mean).max() ?? 0
    return sure.filter { $0.advised.regained.mean >= bestShare * most }
      .max { worth($0) < worth($1) }
  }

  private static func worth(_ change: TriedChange) -> (Double, Double) {
    let minutes = change.advised.regained.mean
    guard let battery = change.advised.batteryPercentPerDay?.mean else { return (0, minutes) }
    return (battery <= 0 ? .infinity : minutes / battery, minutes)
  }

  /// Returns the effect of a change with intervals, such as "regains 183 min (111 to 283) for +0.22
  /// % of battery a day (+0.10 to +0.30)".
  static func bought(_ effect: ChangeEffect) -> String {
    let text = "\(effect.change) regains \(reported(effect.regained))"
    guard let battery = effect.batteryPercentPerDay else { return text }
    let range = batteryRange(battery)
    return text + " for \(self.battery(battery)) % of battery a day"
      + (range.isEmpty ? "" : " (\(range))")
  }

  /// Returns the interval of a difference in battery, such as "+0.10 to +0.30"; empty without an
  /// interval.
  static func batteryRange(_ points: SeedMean?) -> String {
    range(points?.interval) { battery($0) }
  }

  /// Returns the page's first sentence on a tracker: its missed time, the cause with the most of
  /// it, and the best buy against this cause.
  func answer(_ tracker: ExplainedTracker) -> String {
    let missed = "\(tracker.tracker) missed \(Self.reported(tracker.missedMinutes)) of \(span)"
    guard let cause = tracker.causes.first(where: { !$0.cause.isOfServer }) else {
      return missed + ", and no cause takes a minute or more."
    }
    let most =
      "\(missed); the largest cause is “\(cause.cause.words)” with "
      + Self.reported(cause.minutes)
    guard let best = Self.bestBuy(cause) else {
      return most + ", and no setting that was tried certainly regains any of it."
    }
    return most + "; best buy: \(Self.bought(best.advised))."
  }

  /// The page's first sentence. Of several trackers, it is on the one that missed the most time.
  var answer: String {
    guard let worst = why.trackers.max(by: { $0.missedMinutes.mean < $1.missedMinutes.mean }) else {
      return "There is no tracker to explain."
    }
    let count = why.trackers.count
    return (count == 1 ? "" : "Of \(count) trackers, the one that missed the most time: ")
      + answer(worst)
  }
}
