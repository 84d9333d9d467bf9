import Geodesy
import Timekeeping

// Which points of a recording cannot be true. Three rules, each cheap and blunt: what is merely
// imprecise is left to the smoothing.
//
// - Accuracy: a network fix with an accuracy of hundreds of meters among good neighbors says
//   nothing that they do not say better.
// - Reach: nobody moves faster than 120 m/s, or than twice the way made in the minutes around,
//   which lets flights pass. Points that contradict each other are settled by majority: of all ways
//   through the recording that keep to the limit, the one with the most points is the true one. So
//   a receiver that wakes up two kilometers off and then finds itself loses its first points, not
//   the rest. Where there are many points on either side of a leap, both are kept, and the leap is
//   marked.
// - Spike: a point at which velocity would turn by more than 5 g; at 1 Hz a lone step of 25 m to
//   the side and back.

extension Trace {
  /// The points that can be true, in order of time.
  func soundPoints() -> [SoundPoint] {
    points.inOrder().withoutCoarseAmongFine().withoutSpikes().withoutUnreachable()
      .withoutHalfStays()
  }
}

/// A point that can be true.
struct SoundPoint {
  var point: TracePoint
  /// Whether it cannot be reached from the one before it, and yet both seem to be true.
  var isLeap = false

  var time: Instant { point.time }
  var coordinate: Coordinate { point.coordinate }
}

extension [SoundPoint] {
  /// A stay that has lost one of its ends is none.
  fileprivate func withoutHalfStays() -> [SoundPoint] {
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
private let accelerationMax = 50.0

extension [TracePoint] {
  /// Readers deliver valid points in order; whoever builds a trace by hand may not.
  fileprivate func inOrder() -> [TracePoint] {
    var kept: [TracePoint] = []
    kept.reserveCapacity(count)
    for point in self where point.coordinate.isValid {
      if let last = kept.last, last.time >= point.time { continue }
      kept.append(point)
      // Beyond the Earth's girth it is no radius, and its square would drown the filter.
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

  /// Four neighbors on each side are asked how good this recorder is just now.
  private func medianAccuracy(around index: Int) -> Double? {
    let neighbors = self[Swift.max(0, index - 4)..<Swift.min(count, index + 5)]
    let sorted = neighbors.compactMap(\.horizontalAccuracyMeters).sorted()
    return sorted.count < 4 ? nil : sorted[sorted.count / 2]
  }

  // MARK: Reach

  /// Runs of false points up to this long are seen through.
  private static var lookBack: Int { 16 }
  /// A way may leap, where all else fails, if it gains more points by it than this.
  private static var leapCost: Int { 8 }

  /// The longest chain of points each of which can be reached from the one before.
  fileprivate func withoutUnreachable() -> [SoundPoint] {
    guard count > 1 else { return map { SoundPoint(point: $0) } }
    let limits = speedLimits()
    var lengths = [Int](repeating: 1, count: count)
    var before = [Int?](repeating: nil, count: count)
    for index in 1..<count {
      // From near to far, and only better replaces: of equal chains the one without a hole wins.
      for other in stride(from: index - 1, through: Swift.max(0, index - Self.lookBack), by: -1) {
        let reaches = self[other].reaches(self[index], atMetersPerSecond: limits[index])
        let length = lengths[other] + 1 - (reaches ? 0 : Self.leapCost)
        if length > lengths[index] {
          lengths[index] = length
          before[index] = other
        }
        // Whoever is reached by the neighbor cannot do better further back.
        if reaches, other == index - 1, lengths[other] >= index { break }
      }
    }
    return chain(endingAt: lengths.lastIndexOfMaximum, before: before, limits: limits)
  }

  private func chain(endingAt last: Int, before: [Int?], limits: [Double]) -> [SoundPoint] {
    var kept: [SoundPoint] = []
    kept.reserveCapacity(count)
    var index: Int? = last
    while let current = index {
      index = before[current]
      let isLeap =
        index.map { !self[$0].reaches(self[current], atMetersPerSecond: limits[current]) } ?? false
      kept.append(SoundPoint(point: self[current], isLeap: isLeap))
    }
    return kept.reversed()
  }

  /// For each point twice the speed, as the crow flies, from a minute before to a minute after it.
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
      return Swift.max(speedMaxMetersPerSecond, 2 * meters / seconds)
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
    // Points closer than a second apart differ by noise alone.
    let seconds = Swift.max(1, (secondsBefore + secondsAfter) / 2)
    guard turn.meters > accelerationMax * seconds else { return false }
    // Both neighbors have to be nearer to each other than to the spike.
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
  /// Half a second of slack: stamps are often cut to whole seconds.
  fileprivate func reaches(_ other: TracePoint, atMetersPerSecond speed: Double) -> Bool {
    coordinate.distanceMeters(to: other.coordinate)
      <= speed * ((other.time - time).seconds + 0.5)
  }
}
