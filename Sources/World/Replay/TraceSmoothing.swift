import Geodesy
import Timekeeping

// The most likely smooth route through a piece of a recording.
//
// The model is a body whose velocity changes randomly, by an amount that is usual at its speed, and
// whose position is measured with a normal error. For it a Kalman filter gives the best estimate
// from the past, and the backward sweep of Rauch, Tung and Striebel ("Maximum likelihood estimates
// of linear dynamic systems", AIAA Journal 1965) the best from past and future together, both in
// one pass over the points. East and north are independent and have the same uncertainty, so that
// one covariance is sufficient for both. Positions are meters from the piece's first point, at the
// scale of its latitude. Far from that point the scale is wrong by a few percent, which only
// changes the weights of errors slightly, and cancels when meters are converted to degrees.
//
// A rest is represented by two precise measurements of one place, at its beginning and at its end,
// so that the routes before and after join it without a leap.

/// A plausible true route through a piece of a recording without gaps.
struct SmoothedPath {
  struct Knot {
    var time: Instant
    var coordinate: Coordinate
    var altitudeMeters: Float
    /// The activity until the next knot, if the recording states it.
    var onward = TracePoint.Onward.unknown
    /// The mode of motion until the next knot, if the recording states it and the person moves.
    var mode: MotionMode?
  }

  private(set) var knots: [Knot] = []
  /// The speed on each straight piece between two knots, in meters per second.
  private(set) var speeds: [Double] = []
  /// The mode of motion on each straight piece between two knots.
  private(set) var modes: [MotionMode] = []

  /// Makes the route by smoothing the points. There must be at least one point.
  init(_ points: [TracePoint]) {
    let observations = Observation.list(points, rests: TraceRest.find(in: points))
    let smoothed = KalmanSmoother.positions(of: observations)
    let origin = points[0].coordinate
    let scale = LocalScale(latitude: origin.latitude)
    knots.reserveCapacity(observations.count)
    var altitude: Float = 0
    for (index, observation) in observations.enumerated() {
      altitude = observation.altitudeMeters ?? altitude
      // Both ends of a rest have exactly the same position.
      let isRestEnd = index > 0 && observations[index - 1].startsRest
      let coordinate =
        isRestEnd
        ? knots[index - 1].coordinate
        : scale.coordinate(origin, moved: smoothed[index])
      knots.append(
        Knot(
          time: observation.time, coordinate: coordinate, altitudeMeters: altitude,
          onward: observation.onward, mode: observation.mode))
    }
    speeds = zip(knots, knots.dropFirst()).map { from, to in
      from.coordinate == to.coordinate
        ? 0 : from.coordinate.distanceMeters(to: to.coordinate) / (to.time - from.time).seconds
    }
    modes = MotionMode.guesses(along: knots, isRest: observations.map(\.startsRest))
    for index in modes.indices where modes[index] != .still {
      if case .moving(let mode) = knots[index].onward {
        modes[index] = mode
      } else if let mode = knots[index].mode {
        modes[index] = mode
      }
    }
  }
}

/// One measured position, in meters from the piece's first point.
struct Observation {
  var time: Instant
  var place: Displacement
  var varianceSquareMeters: Double
  var altitudeMeters: Float?
  /// True if the recorder stays at rest until the next observation.
  var startsRest = false
  /// The activity until the next observation, if the recording states it.
  var onward: TracePoint.Onward
  var mode: MotionMode?
  /// The spectral density of the velocity's random change until the next observation, in m²/s³.
  var wander = 0.0

  static func list(_ points: [TracePoint], rests: [TraceRest]) -> [Observation] {
    let scale = LocalScale(latitude: points[0].coordinate.latitude)
    var list: [Observation] = []
    list.reserveCapacity(points.count)
    var rests = rests[...]
    var index = 0
    // Displacements are added from point to point, so that a route can cross the antimeridian.
    var place = Displacement(eastMeters: 0, northMeters: 0)
    var here = points[0].coordinate
    func move(to coordinate: Coordinate) {
      let step = scale.displacement(from: here, to: coordinate)
      place.eastMeters += step.eastMeters
      place.northMeters += step.northMeters
      here = coordinate
    }
    while index < points.count {
      if let rest = rests.first, rest.first == index {
        move(to: rest.center)
        list.append(Observation(points[rest.first], at: place, startsRest: true))
        if points[rest.first..<rest.last].contains(where: { $0.onward == .staying }) {
          list[list.count - 1].onward = .staying
        }
        list.append(Observation(points[rest.last], at: place, startsRest: false))
        index = rest.last + 1
        rests.removeFirst()
      } else {
        move(to: points[index].coordinate)
        list.append(Observation(points[index], at: place))
        index += 1
      }
    }
    list.setWander()
    return list
  }

  private init(_ point: TracePoint, at place: Displacement) {
    time = point.time
    self.place = place
    varianceSquareMeters = point.varianceSquareMeters
    altitudeMeters = point.altitudeMeters.map { Float($0) }
    onward = point.onward
    mode = point.mode
  }

  private init(_ point: TracePoint, at place: Displacement, startsRest: Bool) {
    self.init(point, at: place)
    varianceSquareMeters = 0.25
    self.startsRest = startsRest
  }
}

extension [Observation] {
  /// Sets `wander` of each observation from the speed around it.
  ///
  /// The speed is measured over at least ten seconds, so that noise does not count as speed. The
  /// densities q are estimates. In one second the velocity typically changes by √q: about 0.6 m/s
  /// on foot, 1 m/s by bicycle, 2 m/s in a car.
  fileprivate mutating func setWander() {
    var first = 0
    var last = 0
    for index in indices {
      while first < index, self[index].time - self[first + 1].time >= .seconds(5 as Int64) {
        first += 1
      }
      last = Swift.max(last, index)
      while last + 1 < count, self[last].time - self[index].time < .seconds(5 as Int64) {
        last += 1
      }
      let seconds = (self[last].time - self[first].time).seconds
      let east = self[last].place.eastMeters - self[first].place.eastMeters
      let north = self[last].place.northMeters - self[first].place.northMeters
      let speed = seconds > 0 ? (east * east + north * north).squareRoot() / seconds : 0
      self[index].wander = wander(atMetersPerSecond: speed)
    }
  }

  private func wander(atMetersPerSecond speed: Double) -> Double {
    switch speed {
    case ..<2.5: 0.4
    case ..<7: 1
    case ..<70: 4
    default: 10
    }
  }
}

/// An estimate of position and velocity on two axes. Both axes share one covariance.
private struct MotionEstimate {
  var east: Double
  var eastVelocity: Double
  var north: Double
  var northVelocity: Double
  var positionVariance: Double
  var covariance: Double
  var velocityVariance: Double

  /// Makes the first estimate, from one observation. The velocity is unknown: its standard
  /// deviation is 50 m/s.
  init(_ observation: Observation) {
    east = observation.place.eastMeters
    north = observation.place.northMeters
    eastVelocity = 0
    northVelocity = 0
    positionVariance = observation.varianceSquareMeters
    covariance = 0
    velocityVariance = 2500
  }

  func predicted(seconds: Double, wander: Double) -> MotionEstimate {
    var next = self
    next.east += eastVelocity * seconds
    next.north += northVelocity * seconds
    next.positionVariance +=
      2 * seconds * covariance + seconds * seconds * velocityVariance
      + wander * seconds * seconds * seconds / 3
    next.covariance += seconds * velocityVariance + wander * seconds * seconds / 2
    next.velocityVariance += wander * seconds
    return next
  }

  mutating func take(_ observation: Observation) {
    let total = positionVariance + observation.varianceSquareMeters
    let gain = positionVariance / total
    let velocityGain = covariance / total
    let eastError = observation.place.eastMeters - east
    let northError = observation.place.northMeters - north
    east += gain * eastError
    north += gain * northError
    eastVelocity += velocityGain * eastError
    northVelocity += velocityGain * northError
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    positionVariance *= 1 - gain
  }

  /// Updates this estimate from the next estimate, which is already smoothed.
  ///
  /// This is one step of the smoother, which goes from the last point back to the first point.
  ///
  /// - Parameter predicted: the forward prediction for the next point, made from this estimate.
  mutating func smooth(after predicted: MotionEstimate, next: MotionEstimate, seconds: Double) {
    let determinant =
      predicted.positionVariance * predicted.velocityVariance
      - predicted.covariance * predicted.covariance
    guard determinant > 0 else { return }
    let toPosition = positionVariance + seconds * covariance
    let toVelocity = covariance + seconds * velocityVariance
    let gainPP =
      (toPosition * predicted.velocityVariance - covariance * predicted.covariance) / determinant
    let gainPV =
      (covariance * predicted.positionVariance - toPosition * predicted.covariance) / determinant
    let gainVP =
      (toVelocity * predicted.velocityVariance - velocityVariance * predicted.covariance)
      / determinant
    let gainVV =
      (velocityVariance * predicted.positionVariance - toVelocity * predicted.covariance)
      / determinant
    let eastError = next.east - predicted.east
    let eastVelocityError = next.eastVelocity - predicted.eastVelocity
    let northError = next.north - predicted.north
    let northVelocityError = next.northVelocity - predicted.northVelocity
    east += gainPP * eastError + gainPV * eastVelocityError
    eastVelocity += gainVP * eastError + gainVV * eastVelocityError
    north += gainPP * northError + gainPV * northVelocityError
    northVelocity += gainVP * northError + gainVV * northVelocityError
  }
}

enum KalmanSmoother {
  /// Returns the smoothed position of each observation.
  static func positions(of observations: [Observation]) -> [Displacement] {
    guard let first = observations.first else { return [] }
    var estimates = [MotionEstimate(first)]
    estimates.reserveCapacity(observations.count)
    for index in 1..<max(1, observations.count) {
      var estimate = estimates[index - 1].predicted(
        seconds: seconds(observations, index), wander: observations[index - 1].wander)
      estimate.take(observations[index])
      estimates.append(estimate)
    }
    for index in stride(from: observations.count - 1, to: 0, by: -1) {
      let seconds = seconds(observations, index)
      let predicted = estimates[index - 1].predicted(
        seconds: seconds, wander: observations[index - 1].wander)
      estimates[index - 1].smooth(after: predicted, next: estimates[index], seconds: seconds)
    }
    return estimates.map { Displacement(eastMeters: $0.east, northMeters: $0.north) }
  }

  private static func seconds(_ observations: [Observation], _ index: Int) -> Double {
    (observations[index].time - observations[index - 1].time).seconds
  }
}
