import Timekeeping

/// The times at which the processor works for one process in the background (LIFE-5). They cover
/// the last minute and the work that is planned, one piece after another.
struct ProcessorUse {
  private var spells: [Burst] = []

  private struct Burst {
    var start: Instant
    var end: Instant
  }

  /// Adds a piece of work.
  /// - Returns: the time at which the work will be done.
  mutating func add(_ work: TimeSpan, at now: Instant, keeping window: TimeSpan) -> Instant {
    spells.removeAll { $0.end < now - window }
    let start = max(now, spells.last?.end ?? now)
    spells.append(Burst(start: start, end: start + work))
    return start + work
  }

  /// Drops the part of the work that would be done after `now`.
  mutating func stop(at now: Instant) {
    spells.removeAll { $0.start >= now }
    if let last = spells.indices.last { spells[last].end = min(spells[last].end, now) }
  }

  /// Returns the seconds that the processor works within the `window` that ends at `instant`.
  func seconds(within window: TimeSpan, endingAt instant: Instant) -> Double {
    spells.reduce(0) {
      $0 + max(0, (min($1.end, instant) - max($1.start, instant - window)).seconds)
    }
  }

  /// Returns the first time up to `end` at which the window contains `limit` seconds of work; nil
  /// if there is no such time.
  ///
  /// Bisection finds that time, because the work in the window never decreases while the app works.
  func reaches(_ limit: Double, within window: TimeSpan, from start: Instant, to end: Instant)
    -> Instant?
  {
    guard seconds(within: window, endingAt: end) >= limit else { return nil }
    var (before, reached) = (start, end)
    while reached - before > .milliseconds(1) {
      let middle = before + (reached - before) * 0.5
      if seconds(within: window, endingAt: middle) >= limit {
        reached = middle
      } else {
        before = middle
      }
    }
    return reached
  }
}
