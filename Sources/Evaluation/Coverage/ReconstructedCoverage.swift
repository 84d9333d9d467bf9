import Geodesy
import Timekeeping

/// The two fixes between which a moment lies, with the straight line between them.
struct Bracket {
  let from: Fix
  let to: Fix
  /// False before the first fix and after the last: the position is held there, and there is no
  /// way.
  let isWay: Bool
  private let perNanosecond: Double

  init(from: Fix, to: Fix) {
    self.from = from
    self.to = to
    isWay = true
    let nanoseconds = to.stamp.nanoseconds - from.stamp.nanoseconds
    perNanosecond = nanoseconds > 0 ? 1 / Double(nanoseconds) : 0
  }

  init(holding fix: Fix) {
    from = fix
    to = fix
    isWay = false
    perNanosecond = 0
  }

  @inline(__always)
  func position(at time: Instant) -> Coordinate {
    let share = Double(time.nanoseconds - from.stamp.nanoseconds) * perNanosecond
    return from.coordinate.interpolated(to: to.coordinate, share: share)
  }
}

/// `reconstructedCoverage`: the track as it can be drawn afterwards.
///
///     reconstructedCoverage = time at which |truth − rebuilt| ≤ radius  ÷  judged time
///
/// `rebuilt` is linear in time between the two fixes whose stamps bracket the moment. It is
/// constant before the first and after the last fix of a stretch. Fixes are in the order of their
/// stamps.
struct ReconstructedCoverage {
  private var judged: Int64 = 0
  private var covered: Int64 = 0

  /// Judges an interval. `way` goes from the rebuilt position to the true one.
  @inline(__always)
  mutating func judge(_ way: StraightWay, over interval: Interval, radiusMeters: Double) {
    judged += interval.nanoseconds
    let part = way.partInDisc(radiusMeters: radiusMeters)
    covered +=
      interval.instant(atShare: part.upper).nanoseconds
      - interval.instant(atShare: part.lower).nanoseconds
  }

  mutating func miss(_ interval: Interval) { judged += interval.nanoseconds }

  func report(into coverage: inout CoverageReport) {
    coverage.reconstructedCoverage = share(covered, of: judged)
  }
}
