import Timekeeping

/// Computes `homeAwayErrorMinutesPerDay` and `outdoorsErrorMinutesPerDay`: the states that the
/// tracker derived, compared with the truth.
///
///     error = judged time at which the derived state is not the true one ÷ judged days, in minutes
///
/// The person is truly away if their distance from home is more than the home's radius. The
/// simulated world defines when the person is outdoors. A tracker derives intervals of one state
/// only, such as "away from home". All other time counts as the opposite state, such as "at home".
/// A measure is null unless the tracker announced its kind of interval.
struct StateErrors {
  var judged = IntervalSet()
  var trulyAway = IntervalSet()
  var trulyOutdoors = IntervalSet()
  private var detected: [DetectedInterval] = []
  private var announced: Set<DetectedInterval.Kind> = []

  mutating func announce(_ kind: DetectedInterval.Kind) { announced.insert(kind) }

  mutating func detected(_ interval: DetectedInterval) { detected.append(interval) }

  func errorMinutesPerDay(_ kind: DetectedInterval.Kind) -> Double? {
    guard announced.contains(kind), judged.nanoseconds > 0 else { return nil }
    let truth = kind == .away ? trulyAway : trulyOutdoors
    let derived = IntervalSet(
      of: detected.filter { $0.kind == kind }.map { Interval($0.start, $0.end) }
    ).intersection(judged)
    let wrong =
      truth.nanoseconds + derived.nanoseconds - 2 * truth.intersection(derived).nanoseconds
    return Double(wrong) / Double(judged.nanoseconds) * 1440
  }

  func report(into coverage: inout CoverageReport, knowsHome: Bool) {
    coverage.homeAwayErrorMinutesPerDay = knowsHome ? errorMinutesPerDay(.away) : nil
    coverage.outdoorsErrorMinutesPerDay = errorMinutesPerDay(.outdoors)
  }
}
