import PhoneAPI
import Timekeeping

/// The phone's history of motion over the last seven days. It is recorded even if no app runs
/// (MOT-6).
public struct MotionHistory: Sendable {
  /// The changes of activity, in order of time.
  public private(set) var activities: [MotionActivity] = []
  /// The windows with steps: the time at which each window ended, and the total of steps up to that
  /// time.
  private var steps: [(at: Instant, total: Int)] = []
  /// The total of steps before the first window that is still stored.
  private var discardedSteps = 0
  private let reach: TimeSpan

  public init(days: Double) { reach = .seconds(days * 86_400) }

  public mutating func append(_ activity: MotionActivity) {
    activities.append(activity)
    forget(before: activity.start - reach)
  }

  public mutating func append(steps count: Int, at instant: Instant) {
    guard count > 0 else { return }
    steps.append((instant, totalSteps + count))
  }

  /// Inserts the history of a time of which nothing was recorded so far.
  package mutating func insert(_ missing: MotionHistory) {
    if let first = missing.activities.first {
      let index = Self.count(activities.count) { activities[$0].start < first.start }
      activities.insert(contentsOf: missing.activities, at: index)
    }
    guard let first = missing.steps.first else { return }
    let index = Self.count(steps.count) { steps[$0].at < first.at }
    let before = index > 0 ? steps[index - 1].total : discardedSteps
    for later in index..<steps.count { steps[later].total += missing.totalSteps }
    steps.insert(contentsOf: missing.steps.map { ($0.at, before + $0.total) }, at: index)
  }

  public var totalSteps: Int { steps.last?.total ?? discardedSteps }

  /// Returns the activities that applied at any time from `start` to `end`.
  public func activities(from start: Instant, to end: Instant) -> [MotionActivity] {
    let before = Self.count(activities.count) { activities[$0].start <= start }
    let through = Self.count(activities.count) { activities[$0].start <= end }
    let first = max(0, before - 1)
    return first < through ? Array(activities[first..<through]) : []
  }

  public func steps(from start: Instant, to end: Instant) -> Int {
    max(0, total(at: end) - total(at: start))
  }

  private func total(at instant: Instant) -> Int {
    let count = Self.count(steps.count) { steps[$0].at <= instant }
    return count > 0 ? steps[count - 1].total : discardedSteps
  }

  /// Returns the number of leading indices that fulfill a condition. No index after them may
  /// fulfill it.
  private static func count(_ total: Int, while holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, total)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes entries before `horizon`, but only now and then, since each removal moves the whole
  /// array.
  private mutating func forget(before horizon: Instant) {
    let old = Self.count(activities.count) { activities[$0].start < horizon }
    guard old > 1000, old > activities.count / 2 else { return }
    activities.removeFirst(old - 1)
    let oldSteps = Self.count(steps.count) { steps[$0].at < horizon }
    discardedSteps = oldSteps > 0 ? steps[oldSteps - 1].total : discardedSteps
    steps.removeFirst(oldSteps)
  }
}
