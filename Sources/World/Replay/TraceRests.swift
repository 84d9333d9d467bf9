import Geodesy
import Timekeeping

/// A rest of the recorder: a period of two minutes or more within 25 m of one center.
///
/// The positions of a receiver at rest drift, and the drift looks like movement. The replay puts
/// the person at the center of the rest instead. The center is the weighted mean of the rest's
/// points. A rest begins with one point. The next point joins if it is within 25 m of the center so
/// far. Wrong positions do not end a rest:
///
/// - Points at 25 to 50 m from the center are ignored if the positions return within 30 s.
/// - Indoors, a receiver may leap from one wrong position to another. Two rests at most 100 m and
///   30 s apart are merged if the recording leaps between them, faster than a person walks.
///
/// A person who leaves the center needs some seconds to be 25 m away. The points of these seconds
/// belong to the movement, so they are removed from the rest. The time of leaving is estimated from
/// the next point outside the rest, its distance from the center, and the speed at that point. The
/// beginning of a rest is shortened in the same way.
///
/// A stay that the recording itself reports always counts as a rest, even if it is short. Such a
/// stay is not shortened.
struct TraceRest {
  /// The index of the first point of the rest. `last` is the index of its last point.
  var first: Int
  var last: Int
  var center: Coordinate
  private var weight: Double
  /// The center of the last rest that was merged into this rest.
  private var lastCenter: Coordinate

  static let radiusMeters = 25.0
  static let durationMin = TimeSpan.minutes(2)
  private static let excursionMax = TimeSpan.seconds(30 as Int64)
  private static let leapMetersMax = 100.0
  private static let walkingMetersPerSecondMax = 2.2

  /// Returns the rests in order of time. They do not overlap.
  static func find(in points: [TracePoint]) -> [TraceRest] {
    var rests: [TraceRest] = []
    var index = 0
    while index < points.count {
      if let rest = grow(from: index, in: points) {
        if let before = rests.last, before.leaps(to: rest, in: points) {
          rests[rests.count - 1] = before.united(with: rest)
        } else {
          rests.append(rest)
        }
        index = rest.last + 1
      } else {
        index += 1
      }
    }
    return rests.map { $0.cutBack(in: points) }
  }

  private static func grow(from first: Int, in points: [TracePoint]) -> TraceRest? {
    let origin = points[first].coordinate
    let scale = LocalScale(latitude: origin.latitude)
    var mean = WeightedMean()
    var last = first
    for index in first..<points.count {
      let place = scale.displacement(from: origin, to: points[index].coordinate)
      let meters = mean.distanceMeters(to: place)
      if meters <= radiusMeters {
        mean.add(place, weight: 1 / points[index].varianceSquareMeters)
        last = index
      } else if meters > 2 * radiusMeters
        || points[index].time - points[last].time > excursionMax
      {
        break
      }
    }
    guard
      points[last].time - points[first].time >= durationMin || points[first].onward == .staying
    else { return nil }
    let center = scale.coordinate(origin, moved: mean.place)
    return TraceRest(
      first: first, last: last, center: center, weight: mean.weight, lastCenter: center)
  }

  private func cutBack(in points: [TracePoint]) -> TraceRest {
    var rest = self
    if last + 1 < points.count {
      let left = points[last + 1].time - travelTime(to: last + 1, step: 1, in: points)
      while rest.last > first, points[rest.last].time > left,
        points[rest.last - 1].onward != .staying
      { rest.last -= 1 }
    }
    if first > 0 {
      let arrived = points[first - 1].time + travelTime(to: first - 1, step: -1, in: points)
      while rest.first < rest.last, points[rest.first].time < arrived,
        points[rest.first].onward != .staying
      { rest.first += 1 }
    }
    let duration = points[rest.last].time - points[rest.first].time
    return duration >= TraceRest.durationMin * 0.5 ? rest : self
  }

  /// Returns the travel time between the rest's center and a point outside the rest.
  ///
  /// The speed is the mean speed in ten seconds of the recording. These seconds follow the point if
  /// the person leaves the rest, and precede the point if the person arrives.
  private func travelTime(to outside: Int, step: Int, in points: [TracePoint]) -> TimeSpan {
    var beyond = outside
    while points.indices.contains(beyond + step),
      abs((points[beyond].time - points[outside].time).seconds) < 10
    { beyond += step }
    let seconds = abs((points[beyond].time - points[outside].time).seconds)
    let meters = points[outside].coordinate.distanceMeters(to: points[beyond].coordinate)
    let speed = seconds > 0 ? max(0.5, meters / seconds) : 1
    return .seconds(center.distanceMeters(to: points[outside].coordinate) / speed)
  }

  /// Returns true if the recording leaps from this rest to the next rest.
  ///
  /// A walk between the rests would have points on the way. A leap covers most of the distance at
  /// once.
  private func leaps(to next: TraceRest, in points: [TracePoint]) -> Bool {
    let time = points[next.first].time - points[last].time
    let apart = lastCenter.distanceMeters(to: next.center)
    let leap = points[last].coordinate.distanceMeters(to: points[next.first].coordinate)
    return time <= TraceRest.excursionMax && apart <= TraceRest.leapMetersMax
      && leap > apart / 2 && leap > TraceRest.walkingMetersPerSecondMax * time.seconds
  }

  private func united(with next: TraceRest) -> TraceRest {
    let total = weight + next.weight
    return TraceRest(
      first: first, last: next.last,
      center: center.interpolated(to: next.center, share: next.weight / total), weight: total,
      lastCenter: next.lastCenter)
  }
}

private struct WeightedMean {
  private(set) var place = Displacement(eastMeters: 0, northMeters: 0)
  private(set) var weight = 0.0

  func distanceMeters(to other: Displacement) -> Double {
    guard weight > 0 else { return 0 }
    let east = other.eastMeters - place.eastMeters
    let north = other.northMeters - place.northMeters
    return (east * east + north * north).squareRoot()
  }

  mutating func add(_ other: Displacement, weight added: Double) {
    weight += added
    let share = added / weight
    place.eastMeters += (other.eastMeters - place.eastMeters) * share
    place.northMeters += (other.northMeters - place.northMeters) * share
  }
}

extension TracePoint {
  /// The variance of the measured position on each axis, in square meters.
  ///
  /// The reported radius contains 68 % of a circular normal distribution, which is 1.51 standard
  /// deviations. Without a reported radius, 5 m is assumed, as for a receiver under an open sky.
  var varianceSquareMeters: Double {
    guard let radius = horizontalAccuracyMeters, radius > 0 else { return 25 }
    let sigma = max(1, radius / 1.51)
    return sigma * sigma
  }
}
