import Timekeeping

/// The number and the times of points that a reader counts and does not keep.
package struct PointsOutside: Sendable, Hashable {
  package private(set) var count = 0
  package private(set) var first: Instant?
  package private(set) var last: Instant?

  package init() {}

  package mutating func add(_ time: Instant) {
    count += 1
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }
}
