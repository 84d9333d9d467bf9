import Geodesy
import Timekeeping

// The rejection of points in which a receiver settles after a gap.
//
// A receiver that was switched off, or lost its signal, often begins with the last known position
// or with one that is hundreds of meters off, and gets to the true position within half a minute.
// Its first points look like a ride: a person who comes out of a station on foot seems to have
// driven at 130 km/h. Such points are below the limits of `TraceOutliers`, which permit flights.
//
// In the first minute after a gap of a minute to six hours, a step between two points is such a settling if it is at least three times as fast, and 10 m/s faster, than the
// person moves anywhere in the two minutes after it, and if it leads farther away from the first
// point than twice that movement and 50 m, which noise does not. All points before the end of the
// last such step are left out. A step is no settling if a speed that the recorder measured confirms
// it: a receiver measures its speed by the Doppler effect, without regard to positions. The limits
// are estimates. A ride that really ends within a minute after a gap loses that minute, which then
// belongs to the gap. After a longer gap, as at its beginning, a recording may begin during a ride,
// and no points are left out.

extension [TracePoint] {
  private static var gap: ClosedRange<TimeSpan> {
    .minutes(1)...RecordingGap.simulatedThroughMax
  }
  private static var settlingMax: TimeSpan { .minutes(1) }
  /// A step of two points further apart in time says nothing about a receiver's settling.
  private static var stepMax: TimeSpan { .seconds(30 as Int64) }
  private static var followingSpan: TimeSpan { .minutes(2) }
  private static var followingMin: TimeSpan { .seconds(30 as Int64) }
  /// The shortest time over which a following speed is measured, so that noise is no speed.
  private static var speedBaseline: TimeSpan { .seconds(10 as Int64) }
  private static var speedRatioMin: Double { 3 }
  private static var speedExcessMin: Double { 10 }
  private static var distanceRatioMin: Double { 2 }
  private static var distanceExcessMin: Double { 50 }

  /// Returns the points without those in which the receiver settles.
  func withoutSettling() -> [TracePoint] {
    var kept: [TracePoint] = []
    kept.reserveCapacity(count)
    var index = 0
    while index < count {
      if index > 0, Self.gap.contains(self[index].time - self[index - 1].time) {
        index = settledIndex(from: index)
      }
      kept.append(self[index])
      index += 1
    }
    return kept
  }

  /// Returns the index of the first point after the receiver has settled; `first` if it need not
  /// settle.
  private func settledIndex(from first: Int) -> Int {
    var settled = first
    var index = first
    while index + 1 < count, self[index + 1].time - self[first].time <= Self.settlingMax {
      index += 1
      if isSettling(from: first, to: index) { settled = index }
    }
    return settled
  }

  /// Returns true if the step to the point at `index` is no movement of the person. `first` is the
  /// first point after the gap.
  private func isSettling(from first: Int, to index: Int) -> Bool {
    let (from, to) = (self[index - 1], self[index])
    guard from.onward == .unknown, to.time - from.time <= Self.stepMax else { return false }
    let speed = from.speed(to: to)
    guard speed >= Self.speedExcessMin,
      ![from, to].contains(where: { ($0.speedMetersPerSecond ?? 0) >= speed / 2 }),
      let usual = fastestSpeed(after: index)
    else { return false }
    let meters = self[first].coordinate.distanceMeters(to: to.coordinate)
    let usualMeters = usual * (to.time - self[first].time).seconds
    return speed >= Self.speedRatioMin * usual && speed >= usual + Self.speedExcessMin
      && meters >= Self.distanceRatioMin * usualMeters + Self.distanceExcessMin
  }

  /// Returns the highest speed after a point; nil if the recording does not go on for long enough.
  private func fastestSpeed(after index: Int) -> Double? {
    let start = self[index].time
    var fastest: Double?
    var from = index
    var end = index
    while end + 1 < count, self[end + 1].time - start <= Self.followingSpan {
      end += 1
      while from + 1 < end, self[end].time - self[from + 1].time >= Self.speedBaseline { from += 1 }
      guard self[end].time - self[from].time >= Self.speedBaseline else { continue }
      fastest = Swift.max(fastest ?? 0, self[from].speed(to: self[end]))
    }
    return self[end].time - start >= Self.followingMin ? fastest : nil
  }
}

extension TracePoint {
  /// Returns the straight-line speed to a later point, in meters per second.
  fileprivate func speed(to other: TracePoint) -> Double {
    coordinate.distanceMeters(to: other.coordinate) / (other.time - time).seconds
  }
}
