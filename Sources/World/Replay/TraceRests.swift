import Geodesy
import Timekeeping

/// Where a recorder stood still: it stayed within 25 m of one place for two minutes or more.
///
/// A receiver at rest wanders, and its wandering would become a way. A rest is grown point by point
/// around the weighted mean of what it has so far. Points outside, up to twice as far, are forgiven
/// when the track is back within 30 s: those are the receiver's, not the bearer's. Indoors a
/// receiver also leaps, from one wrong place to the next; so two rests less than 100 m and 30 s
/// apart are one when the recording leaps between them, faster than anybody walks.
///
/// Who leaves is still within the radius for a while, and would have to make up for it in a leap at
/// its border. So a rest is cut back to when its bearer must have left to be seen where they were
/// next, at the speed that they then had; and likewise at its beginning. A stay that the recording
/// itself tells of is a rest however short, and is not cut.
struct TraceRest {
  /// Indices of the first and last point that lie within.
  var first: Int
  var last: Int
  var center: Coordinate
  private var weight: Double
  /// Where it was at last, before it was united with others.
  private var lastCenter: Coordinate

  static let radiusMeters = 25.0
  static let durationMin = TimeSpan.minutes(2)
  private static let excursionMax = TimeSpan.seconds(30 as Int64)
  private static let leapMetersMax = 100.0
  private static let walkingMetersPerSecondMax = 2.2

  /// In order, not overlapping.
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

  /// Between the center and a point outside, at the speed over the ten seconds beyond that point.
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

  /// Whoever walks from rest to rest is seen on the way; whoever leaps covers most of it at once.
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
  /// Of the measurement, per axis: the reported radius holds 68 % of a circular normal
  /// distribution, which is 1.51 standard deviations. Without one, 5 m, as of a receiver under an
  /// open sky.
  var varianceSquareMeters: Double {
    guard let radius = horizontalAccuracyMeters, radius > 0 else { return 25 }
    let sigma = max(1, radius / 1.51)
    return sigma * sigma
  }
}
