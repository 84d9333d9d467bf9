import Timekeeping

/// An interval of time. It is empty if start and end are equal.
struct Interval: Sendable, Equatable {
  var start: Instant
  var end: Instant

  init(_ start: Instant, _ end: Instant) {
    self.start = start
    self.end = end
  }

  var nanoseconds: Int64 { end.nanoseconds - start.nanoseconds }

  func overlapNanoseconds(_ other: Interval) -> Int64 {
    max(0, min(end, other.end).nanoseconds - max(start, other.start).nanoseconds)
  }

  /// Returns the instant at a share of the interval's length. For 0 and 1 it is exactly the start
  /// or the end.
  func instant(atShare share: Double) -> Instant {
    if share <= 0 { return start }
    if share >= 1 { return end }
    return Instant(
      nanoseconds: start.nanoseconds + Int64((share * Double(nanoseconds)).rounded()))
  }
}

/// Intervals in order of time that neither touch nor overlap.
struct IntervalSet: Sendable {
  private(set) var intervals: [Interval] = []

  init() {}

  /// Creates a set from intervals in any order. They may overlap.
  init(of intervals: [Interval]) {
    let ordered = intervals.filter { $0.start < $0.end }
      .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    for interval in ordered { append(interval) }
  }

  /// Adds an interval that does not start before the last added one.
  mutating func append(_ interval: Interval) {
    guard interval.start < interval.end else { return }
    if let last = intervals.last, interval.start <= last.end {
      intervals[intervals.count - 1].end = max(last.end, interval.end)
    } else {
      intervals.append(interval)
    }
  }

  var nanoseconds: Int64 { intervals.reduce(0) { $0 + $1.nanoseconds } }

  func intersection(_ other: IntervalSet) -> IntervalSet {
    var result = IntervalSet()
    var index = 0
    for interval in intervals {
      while index < other.intervals.count, other.intervals[index].end <= interval.start {
        index += 1
      }
      var candidate = index
      while candidate < other.intervals.count, other.intervals[candidate].start < interval.end {
        let start = max(interval.start, other.intervals[candidate].start)
        result.append(Interval(start, min(interval.end, other.intervals[candidate].end)))
        candidate += 1
      }
    }
    return result
  }
}
