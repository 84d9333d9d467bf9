import Geodesy
import Timekeeping

/// A cursor on a trajectory, for fast reading in order of time.
///
/// Each reader has its own cursor. Moving forward is O(1) amortized, moving back a binary search. A
/// cursor must be used with one trajectory only, since its indices have no meaning on another. The
/// trajectory may grow after the last time that was read.
public struct TrajectoryCursor {
  @usableFromInline var knot: Int
  @usableFromInline var spanIndex: Int
  /// The path between two knots that was read last.
  @usableFromInline var path: StraightPath

  @inlinable
  public init() {
    knot = 0
    spanIndex = 0
    path = StraightPath()
  }

  /// Returns the position at `time`.
  ///
  /// Before the first knot, this is the position of the first knot; after the last knot, the
  /// position of the last knot. In a gap between segments, this is the position of the last knot
  /// before the gap.
  @inlinable
  @inline(__always)
  public mutating func position(at time: Instant, on trajectory: Trajectory) -> TruePosition {
    if path.start <= time, time < path.end { return path.position(at: time) }
    return positionElsewhere(at: time, on: trajectory)
  }

  /// Returns the position at a time that the path read last does not enclose. Keeps the path that
  /// does.
  @inlinable
  @inline(never)
  mutating func positionElsewhere(at time: Instant, on trajectory: Trajectory) -> TruePosition {
    seek(time, on: trajectory)
    return trajectory.knots.withUnsafeBufferPointer { knots in
      let from = knots[knot]
      guard knot + 1 < knots.count, time >= from.time else { return from.position }
      path = StraightPath(positionsBetween: from, knots[knot + 1])
      if time < path.end { return path.position(at: time) }
      return from.position(at: time, onTheWayTo: knots[knot + 1])
    }
  }

  /// Returns the span at `time`. At the border of two spans, returns the later span.
  @inlinable
  @inline(__always)
  public mutating func span(
    at time: Instant, on trajectory: @autoclosure () -> Trajectory
  ) -> Span {
    seekSpan(time, on: trajectory())
    return trajectory().spans[spanIndex]
  }

  /// Returns the index into `trajectory.spans` of the span at `time`.
  @inlinable
  @inline(__always)
  public mutating func indexOfSpan(
    at time: Instant, on trajectory: @autoclosure () -> Trajectory
  ) -> Int {
    seekSpan(time, on: trajectory())
    return spanIndex
  }

  /// Returns the index of the last knot at or before `time`; 0 if `time` is before the first knot.
  @inlinable
  @inline(__always)
  public mutating func indexOfKnot(
    at time: Instant, on trajectory: @autoclosure () -> Trajectory
  ) -> Int {
    seek(time, on: trajectory())
    return knot
  }

  /// Returns the next instant at which the speed or the circumstances may differ from those of the
  /// span and the knot that this cursor read last.
  @inlinable
  public func nextChange(on trajectory: Trajectory) -> Instant {
    let end = trajectory.spans[spanIndex].end
    return knot + 1 < trajectory.knots.count ? min(end, trajectory.knots[knot + 1].time) : end
  }

  @inlinable
  @inline(__always)
  mutating func seek(_ time: Instant, on trajectory: @autoclosure () -> Trajectory) {
    let isAfter =
      knot + 1 < trajectory().knots.count && trajectory().knots[knot + 1].time <= time
    if isAfter || time < trajectory().knots[knot].time { seekElsewhere(time, on: trajectory()) }
  }

  @inlinable
  @inline(never)
  mutating func seekElsewhere(_ time: Instant, on trajectory: Trajectory) {
    trajectory.knots.withUnsafeBufferPointer { knots in
      if knots[knot].time > time {
        knot = lowerIndex(count: knots.count) { knots[$0].time <= time }
        return
      }
      // A seek over a long time (a new day) uses a search; a short one steps from knot to knot.
      var steps = 0
      while knot + 1 < knots.count, knots[knot + 1].time <= time {
        knot += 1
        steps += 1
        if steps > 64 {
          knot = lowerIndex(count: knots.count) { knots[$0].time <= time }
          return
        }
      }
    }
  }

  @inlinable
  @inline(__always)
  mutating func seekSpan(_ time: Instant, on trajectory: @autoclosure () -> Trajectory) {
    let next = spanIndex + 1
    let isAfter = next < trajectory().spans.count && trajectory().spans[next].start <= time
    if isAfter || time < trajectory().spans[spanIndex].start {
      seekOtherSpan(time, on: trajectory())
    }
  }

  @inlinable
  @inline(never)
  mutating func seekOtherSpan(_ time: Instant, on trajectory: Trajectory) {
    trajectory.spans.withUnsafeBufferPointer { spans in
      if spans[spanIndex].start > time {
        spanIndex = lowerIndex(count: spans.count) { spans[$0].start <= time }
      }
      while spanIndex + 1 < spans.count, spans[spanIndex + 1].start <= time { spanIndex += 1 }
    }
  }
}

/// Returns the last index for which `holds` is true. `holds` must be true up to some index and
/// false after it. Returns 0 if it is never true.
@inlinable
func lowerIndex(count: Int, _ holds: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while high - low > 1 {
    let middle = (low + high) / 2
    if holds(middle) { low = middle } else { high = middle }
  }
  return low
}

/// The true position at one instant.
@frozen
public struct TruePosition: Sendable, Hashable {
  public var coordinate: Coordinate
  public var altitudeMeters: Float
  public var speedMetersPerSecond: Float
  public var courseDegrees: Float

  @inlinable
  public init(
    coordinate: Coordinate, altitudeMeters: Float, speedMetersPerSecond: Float,
    courseDegrees: Float
  ) {
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
  }
}

extension Knot {
  @inlinable var position: TruePosition {
    TruePosition(
      coordinate: coordinate, altitudeMeters: altitudeMeters,
      speedMetersPerSecond: speedMetersPerSecond, courseDegrees: courseDegrees)
  }

  /// Returns the position at a time between two knots, also across the 180th meridian.
  @inlinable
  func position(at time: Instant, onTheWayTo next: Knot) -> TruePosition {
    guard next.time > self.time, speedMetersPerSecond > 0 else { return position }
    let share =
      Double(time.nanoseconds - self.time.nanoseconds)
      / Double(next.time.nanoseconds - self.time.nanoseconds)
    var position = position
    position.coordinate = coordinate.interpolated(to: next.coordinate, share: share)
    position.altitudeMeters += (next.altitudeMeters - altitudeMeters) * Float(share)
    return position
  }
}
