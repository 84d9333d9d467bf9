import Geodesy
import Timekeeping

// The rejection of points of a recording that cannot be true, by three simple rules. Points that
// are merely imprecise remain; the smoothing corrects them.
//
// - Accuracy: a network fix with an accuracy of hundreds of meters is rejected if the neighboring
//   points are much more accurate. Such a fix adds no information.
// - Reach: a person does not move faster than 120 m/s, or than twice the mean speed of the
//   minutes around, which permits flights, up to 400 m/s. If points contradict each other, the
//   replay uses the longest chain of points that obeys the limit. For example, a receiver starts
//   two kilometers off and then corrects itself. Its first points are rejected, not the rest. If
//   there are many points on each side of a leap, both sides are kept and the leap is marked.
// - Spike: a point is rejected if the velocity would change there by more than 5 g. At 1 Hz, a
//   single step of 25 m to the side and back is such a spike.

extension Trace {
  /// Returns the plausible points of the recording, in order of time.
  func soundPoints() -> [PlausiblePoint] { sortedPoints().sound }

  /// Returns the plausible points of the recording, in order of time, and the number of points in
  /// which the receiver settled after a gap. These are left out too.
  func sortedPoints() -> (sound: [PlausiblePoint], settling: Int) {
    let possible = points.inOrder().withoutCoarseAmongFine().withoutSpikes()
    let settled = possible.withoutSettling()
    return (
      settled.withoutUnreachable().withoutHalfStays(), possible.count - settled.count
    )
  }
}

/// A plausible point of a recording.
struct PlausiblePoint {
  var point: TracePoint
  /// True if the recorder could not have moved to this point from the preceding point, although
  /// both points are plausible.
  var isLeap = false

  var time: Instant { point.time }
  var coordinate: Coordinate { point.coordinate }
}

extension [PlausiblePoint] {
  /// Returns the points, with the mark `staying` removed from a point if the end of its stay is
  /// missing.
  fileprivate func withoutHalfStays() -> [PlausiblePoint] {
    var points = self
    for index in indices where points[index].point.onward == .staying {
      guard index + 1 < count, points[index + 1].coordinate == points[index].coordinate else {
        points[index].point.onward = .unknown
        continue
      }
    }
    return points
  }
}

private let speedMaxMetersPerSecond = 120.0
/// An airliner with a strong wind from behind reaches about 360 m/s over ground.
private let flightMaxMetersPerSecond = 400.0
private let accelerationMax = 50.0

extension [TracePoint] {
  /// Returns the valid points in order of time. File readers already deliver points in order, but
  /// code that builds a trace may not.
  fileprivate func inOrder() -> [TracePoint] {
    var kept: [TracePoint] = []
    kept.reserveCapacity(count)
    for point in self where point.coordinate.isValid {
      if let last = kept.last, last.time >= point.time { continue }
      kept.append(point)
      // A radius beyond the Earth's circumference is meaningless, and its square would distort the
      // filter.
      if let radius = point.horizontalAccuracyMeters, !(radius > 0 && radius < 4e7) {
        kept[kept.count - 1].horizontalAccuracyMeters = nil
      }
    }
    return kept
  }

  // MARK: Accuracy

  fileprivate func withoutCoarseAmongFine() -> [TracePoint] {
    guard contains(where: { ($0.horizontalAccuracyMeters ?? 0) > 100 }) else { return self }
    return indices.filter { !isCoarseAmongFine($0) }.map { self[$0] }
  }

  private func isCoarseAmongFine(_ index: Int) -> Bool {
    guard let own = self[index].horizontalAccuracyMeters, own > 100,
      let usual = medianAccuracy(around: index)
    else { return false }
    return own > 4 * usual
  }

  /// Returns the median accuracy of a point and up to four points on each side of it; nil if fewer
  /// than four of these points have an accuracy.
  private func medianAccuracy(around index: Int) -> Double? {
    let neighbors = self[Swift.max(0, index - 4)..<Swift.min(count, index + 5)]
    let sorted = neighbors.compactMap(\.horizontalAccuracyMeters).sorted()
    return sorted.count < 4 ? nil : sorted[sorted.count / 2]
  }

  // MARK: Reach

  /// The largest number of consecutive false points that can be skipped.
  private static var lookBack: Int { 16 }
  /// The number of points that a leap subtracts from the length of a chain of points.
  ///
  /// `withoutUnreachable` chooses the longest chain. It thus accepts a leap only if there are at
  /// least eight points on each side of the leap.
  private static var leapCost: Int { 8 }

  /// Returns the longest chain of points in which each point can be reached from the previous
  /// point. The chain may also have leaps, but each leap shortens its length by `leapCost` points.
  fileprivate func withoutUnreachable() -> [PlausiblePoint] {
    guard count > 1 else { return map { PlausiblePoint(point: $0) } }
    let limits = speedLimits()
    var lengths = [Int](repeating: 1, count: count)
    var before = [Int?](repeating: nil, count: count)
    for index in 1..<count {
      // From near to far, and only a longer chain replaces: of equal chains, the one without a gap
      // is used.
      for other in stride(from: index - 1, through: Swift.max(0, index - Self.lookBack), by: -1) {
        let reaches = self[other].reaches(self[index], atMetersPerSecond: limits[index])
        let length = lengths[other] + 1 - (reaches ? 0 : Self.leapCost)
        if length > lengths[index] {
          lengths[index] = length
          before[index] = other
        }
        // A point that can be reached from its neighbor cannot get a longer chain from further
        // back.
        if reaches, other == index - 1, lengths[other] >= index { break }
      }
    }
    return chain(endingAt: lengths.lastIndexOfMaximum, before: before, limits: limits)
  }

  private func chain(endingAt last: Int, before: [Int?], limits: [Double]) -> [PlausiblePoint] {
    var kept: [PlausiblePoint] = []
    kept.reserveCapacity(count)
    var index: Int? = last
    while let current = index {
      index = before[current]
      let isLeap =
        index.map { !self[$0].reaches(self[current], atMetersPerSecond: limits[current]) } ?? false
      kept.append(PlausiblePoint(point: self[current], isLeap: isLeap))
    }
    return kept.reversed()
  }

  /// Returns the speed limit of each point, in meters per second.
  ///
  /// The limit is twice the mean straight-line speed from a minute before the point to a minute
  /// after it, but at least `speedMaxMetersPerSecond` and at most `flightMaxMetersPerSecond`.
  private func speedLimits() -> [Double] {
    var first = 0
    var last = 0
    return indices.map { index in
      while first + 1 < index, self[index].time - self[first + 1].time >= .minutes(1) { first += 1 }
      last = Swift.max(last, index)
      while last + 1 < count, self[last].time - self[index].time < .minutes(1) { last += 1 }
      let seconds = (self[last].time - self[first].time).seconds
      guard seconds >= 60 else { return speedMaxMetersPerSecond }
      let meters = self[first].coordinate.distanceMeters(to: self[last].coordinate)
      return Swift.min(
        Swift.max(speedMaxMetersPerSecond, 2 * meters / seconds), flightMaxMetersPerSecond)
    }
  }

  // MARK: Spike

  fileprivate func withoutSpikes() -> [TracePoint] {
    var kept: [TracePoint] = []
    kept.reserveCapacity(count)
    for index in indices {
      if let last = kept.last, index + 1 < count,
        isSpike(last, self[index], self[index + 1])
      {
        continue
      }
      kept.append(self[index])
    }
    return kept
  }

  private func isSpike(_ a: TracePoint, _ b: TracePoint, _ c: TracePoint) -> Bool {
    let scale = LocalScale(latitude: b.coordinate.latitude)
    let before = scale.displacement(from: a.coordinate, to: b.coordinate)
    let after = scale.displacement(from: b.coordinate, to: c.coordinate)
    let secondsBefore = (b.time - a.time).seconds
    let secondsAfter = (c.time - b.time).seconds
    let turn = Displacement(
      eastMeters: after.eastMeters / secondsAfter - before.eastMeters / secondsBefore,
      northMeters: after.northMeters / secondsAfter - before.northMeters / secondsBefore)
    // Points less than a second apart differ by noise alone.
    let seconds = Swift.max(1, (secondsBefore + secondsAfter) / 2)
    guard turn.meters > accelerationMax * seconds else { return false }
    // Both neighbors have to be closer to each other than to the spike.
    let direct = scale.displacement(from: a.coordinate, to: c.coordinate)
    return direct.squaredMeters < Swift.min(before.squaredMeters, after.squaredMeters)
  }
}

extension [Int] {
  fileprivate var lastIndexOfMaximum: Int {
    var best = 0
    for index in indices where self[index] >= self[best] { best = index }
    return best
  }
}

extension TracePoint {
  /// Returns true if the recorder can get to another point in the recorded time at no more than
  /// `speed`. Half a second is added to the time, since timestamps are often truncated to whole
  /// seconds.
  fileprivate func reaches(_ other: TracePoint, atMetersPerSecond speed: Double) -> Bool {
    coordinate.distanceMeters(to: other.coordinate)
      <= speed * ((other.time - time).seconds + 0.5)
  }
}
