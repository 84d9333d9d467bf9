import Geodesy
import Timekeeping

/// The fixes just before and just after a moment, with the straight line between them.
struct Bracket {
  let from: Fix
  let to: Fix
  /// True if there is a line between two fixes. False before the first fix and after the last one,
  /// where the position is constant.
  let isWay: Bool

  init(from: Fix, to: Fix) {
    self.from = from
    self.to = to
    isWay = true
  }

  init(holding fix: Fix) {
    from = fix
    to = fix
    isWay = false
  }

  /// Returns the position at a time from `from` to `to`. Most pieces of the true path begin and end
  /// at a fix.
  @inline(__always)
  func position(at time: Instant) -> Coordinate {
    if time <= from.stamp { return from.coordinate }
    if time >= to.stamp { return to.coordinate }
    return positionBetween(at: time)
  }

  @inline(never)
  private func positionBetween(at time: Instant) -> Coordinate {
    let share =
      Double(time.nanoseconds - from.stamp.nanoseconds)
      / Double(to.stamp.nanoseconds - from.stamp.nanoseconds)
    return from.coordinate.interpolated(to: to.coordinate, share: share)
  }
}

/// Computes `reconstructedCoverage`: the coverage of a track that is drawn after all records
/// have arrived.
///
///     reconstructedCoverage = time at which |truth − rebuilt| ≤ radius  ÷  judged time
///
/// `rebuilt` moves from each fix to the next one at a constant speed. Before the first fix and
/// after the last fix of a segment, it is constant. Fixes are in the order of their timestamps.
struct ReconstructedCoverage {
  private var judged: Int64 = 0
  private var covered: Int64 = 0

  /// Adds the part of an interval in which the rebuilt position was near enough to the true one.
  ///
  /// - Parameter way: The line from the rebuilt position to the true position.
  @inline(__always)
  mutating func judge(_ way: StraightMovement, over interval: Interval, radiusMeters: Double) {
    judged += interval.nanoseconds
    let part = way.partInDisc(radiusMeters: radiusMeters)
    covered +=
      interval.instant(atShare: part.upper).nanoseconds
      - interval.instant(atShare: part.lower).nanoseconds
  }

  /// Adds time in which the rebuilt position was near enough to the true one.
  @inline(__always)
  mutating func add(coveredNanoseconds nanoseconds: Int64) {
    judged += nanoseconds
    covered += nanoseconds
  }

  mutating func miss(_ interval: Interval) { judged += interval.nanoseconds }

  func report(into coverage: inout CoverageReport) {
    coverage.reconstructedCoverage = share(covered, of: judged)
  }
}
