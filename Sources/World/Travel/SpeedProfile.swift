import EventKernel
import Geodesy

// The conversion of a route to a journey in time.
//
// The route has milestones: bends, stops, and borders at which the circumstances change. Each
// limits the speed at which it is passed: zero at a stop, the speed of the turn at a bend, no limit
// at a border. Between two milestones the cruising speed is one that traffic sets anew after each
// stop. From this the speed at every milestone follows in two sweeps: forwards it is limited by the
// acceleration from the milestone before, backwards by the braking for the one after. Each section
// between two milestones is then a ramp up, a cruise and a ramp down, with the highest speed v that
// fits:
//
//   (v² − v₀²) / 2a + (v² − v₁²) / 2b ≤ length,  v ≤ cruise.
//
// A trajectory has only constant speeds, so a ramp of constant acceleration becomes up to five
// straight pieces of equal duration, whose ends lie exactly on the ramp; between them a car's
// position is wrong by about a meter at most. Stops are pieces of zero length.

/// A point on the route, with its speed limit and stop.
struct Milestone {
  var distanceMeters: Double
  /// The index of the route's vertex at this point; nil if there is no vertex.
  var vertex: Int?
  /// The speed limit at this point; after the function `sweep`, the actual speed.
  var speedMetersPerSecond = Double.infinity
  var stopSeconds = 0.0
}

/// The random draws of one journey. The draws for a stop depend on its number along the journey.
struct Traffic {
  var stops: SeededRandom
  /// The person's own pace, as a factor of the usual speed; 1 on average.
  var pace: Double

  func stopSpacing(_ range: ClosedRange<Double>, _ ordinal: Int) -> Double {
    stops.uniform(in: range, at: Int64(ordinal) * 3)
  }
  func stopSeconds(_ range: ClosedRange<Double>, _ ordinal: Int) -> Double {
    stops.uniform(in: range, at: Int64(ordinal) * 3 + 1)
  }
  /// Returns the factor by which traffic changes the usual speed between stop `ordinal` and the
  /// next stop. Stop 0 is the start.
  func flow(afterStops ordinal: Int) -> Double {
    stops.uniform(in: 0.85...1.1, at: Int64(ordinal) * 3 + 2)
  }
}

/// A journey in time: pieces of constant speed, one after the other.
struct Journey {
  struct Piece {
    var seconds: Double
    /// The length of the piece; zero during a stop.
    var lengthMeters: Double
    var courseDegrees: Double
    /// The position at which the piece ends.
    var coordinate: Coordinate
    /// The distance along the route to the middle of the section that contains the piece. The
    /// circumstances at that distance apply to the piece.
    var sectionMeters: Double
  }

  private(set) var pieces: [Piece] = []
  private(set) var movingSeconds = 0.0
  private(set) var stopSeconds = 0.0
  private(set) var peakMetersPerSecond = 0.0

  var seconds: Double { movingSeconds + stopSeconds }

  /// Makes a journey along a route. Pieces of the journey end at the distances in `borders`.
  init(
    route: Route, mode: MotionMode, style: TravelStyle, traffic: Traffic, borders: [Double]
  ) {
    var milestones = Milestone.along(
      route, mode: mode, style: style, traffic: traffic, borders: borders)
    let cruise = Journey.cruiseSpeeds(
      milestones, usual: route.usualSpeeds(from: milestones, mode: mode, style: style),
      style: style, traffic: traffic)
    Journey.sweep(&milestones, cruise: cruise, style: style)
    pieces.reserveCapacity(milestones.count * 6)
    var vertex = 0
    for index in 0..<max(0, milestones.count - 1) {
      vertex = milestones[index].vertex ?? vertex
      appendSection(
        from: milestones[index], to: milestones[index + 1], vertex: vertex, of: route,
        cruise: cruise[index], style: style)
    }
  }

  /// Scales the journey to a mean speed in motion. Stops do not count for the mean.
  mutating func setMeanSpeed(_ metersPerSecond: Double, lengthMeters: Double) {
    guard movingSeconds > 0 else { return }
    let factor = lengthMeters / metersPerSecond / movingSeconds
    for index in pieces.indices where pieces[index].lengthMeters > 0 {
      pieces[index].seconds *= factor
    }
    movingSeconds *= factor
    peakMetersPerSecond /= factor
  }
}

extension Milestone {
  /// The distance in meters below which two milestones are merged.
  private static let apartMeters = 0.1

  static func along(
    _ route: Route, mode: MotionMode, style: TravelStyle, traffic: Traffic, borders: [Double]
  ) -> [Milestone] {
    guard route.lengthMeters > 0 else { return [] }
    var all = bends(of: route, style: style)
    if route.isMapped {
      all += stops(of: route, mode: mode, style: style, traffic: traffic)
    } else {
      all += stops(along: route.lengthMeters, style: style, traffic: traffic)
    }
    for border in borders + route.pieces.map(\.startMeters) {
      all.append(Milestone(distanceMeters: border))
    }
    all.sort { $0.distanceMeters < $1.distanceMeters }
    var milestones: [Milestone] = []
    milestones.reserveCapacity(all.count)
    for milestone in all {
      let last = milestones.count - 1
      if last >= 0, milestone.distanceMeters - milestones[last].distanceMeters < apartMeters {
        milestones[last].unite(with: milestone)
      } else {
        milestones.append(milestone)
      }
    }
    return milestones
  }

  private mutating func unite(with other: Milestone) {
    if let vertex = other.vertex {
      self.vertex = vertex
      distanceMeters = other.distanceMeters
    }
    speedMetersPerSecond = min(speedMetersPerSecond, other.speedMetersPerSecond)
    stopSeconds = max(stopSeconds, other.stopSeconds)
  }

  private static func bends(of route: Route, style: TravelStyle) -> [Milestone] {
    let last = route.vertices.count - 1
    return route.vertices.indices.map { index in
      let vertex = route.vertices[index]
      return Milestone(
        distanceMeters: vertex.distanceMeters, vertex: index,
        speedMetersPerSecond: index == 0 || index == last
          ? 0 : style.cornerSpeed(cosineOfHalfTurn: vertex.cosineOfHalfTurn))
    }
  }

  private static func stops(
    along lengthMeters: Double, style: TravelStyle, traffic: Traffic
  ) -> [Milestone] {
    guard let spacing = style.stopSpacingMeters else { return [] }
    var stops: [Milestone] = []
    var distance = traffic.stopSpacing(spacing, 0)
    // The last stop is at some distance from the target, where the person stops anyway.
    while distance < lengthMeters - spacing.lowerBound / 2 {
      let seconds = traffic.stopSeconds(style.stopSeconds, stops.count)
      stops.append(
        Milestone(distanceMeters: distance, speedMetersPerSecond: 0, stopSeconds: seconds))
      distance += traffic.stopSpacing(spacing, stops.count)
    }
    return stops
  }
}

extension Journey {
  /// Returns the cruising speed between each milestone and the next one.
  ///
  /// - Parameter usual: the usual speed after each milestone.
  private static func cruiseSpeeds(
    _ milestones: [Milestone], usual: [Double], style: TravelStyle, traffic: Traffic
  ) -> [Double] {
    var stops = 0
    var speeds: [Double] = []
    speeds.reserveCapacity(milestones.count)
    var flow = traffic.flow(afterStops: 0)
    for (milestone, usual) in zip(milestones, usual) {
      if milestone.stopSeconds > 0 {
        stops += 1
        flow = traffic.flow(afterStops: stops)
      }
      speeds.append(min(usual * traffic.pace * flow, style.topMetersPerSecond))
    }
    return speeds
  }

  private static func sweep(
    _ milestones: inout [Milestone], cruise: [Double], style: TravelStyle
  ) {
    guard milestones.count > 1 else { return }
    milestones[0].speedMetersPerSecond = 0
    for index in 1..<milestones.count {
      let length = milestones[index].distanceMeters - milestones[index - 1].distanceMeters
      let before = milestones[index - 1].speedMetersPerSecond
      let reachable = (before * before + 2 * style.accelerationMax * length).squareRoot()
      milestones[index].speedMetersPerSecond = min(
        milestones[index].speedMetersPerSecond, reachable, cruise[index - 1], cruise[index])
    }
    milestones[milestones.count - 1].speedMetersPerSecond = 0
    for index in stride(from: milestones.count - 2, through: 0, by: -1) {
      let length = milestones[index + 1].distanceMeters - milestones[index].distanceMeters
      let after = milestones[index + 1].speedMetersPerSecond
      let stoppable = (after * after + 2 * style.decelerationMax * length).squareRoot()
      milestones[index].speedMetersPerSecond = min(
        milestones[index].speedMetersPerSecond, stoppable)
    }
  }

  private mutating func appendSection(
    from: Milestone, to: Milestone, vertex: Int, of route: Route, cruise: Double,
    style: TravelStyle
  ) {
    var section = Section(from: from, to: to, vertex: vertex, of: route)
    if from.stopSeconds > 0 {
      stopSeconds += from.stopSeconds
      pieces.append(section.stop(seconds: from.stopSeconds))
    }
    let up = style.accelerationMax
    let down = style.decelerationMax
    let length = to.distanceMeters - from.distanceMeters
    let first = from.speedMetersPerSecond
    let last = to.speedMetersPerSecond
    let fitting = (2 * up * down * length + down * first * first + up * last * last) / (up + down)
    let peak = max(first, last, min(cruise, fitting.squareRoot()))
    peakMetersPerSecond = max(peakMetersPerSecond, peak)
    let braking = (peak * peak - last * last) / (2 * down)
    appendRamp(from: first, to: peak, acceleration: up, in: &section)
    appendCruise(until: length - braking, speed: peak, in: &section)
    appendRamp(from: peak, to: last, acceleration: down, in: &section)
    section.arrive(&pieces)
  }

  private mutating func appendRamp(
    from: Double, to: Double, acceleration: Double, in section: inout Section
  ) {
    let change = abs(to - from)
    guard change > 0.01 else { return }
    let steps = min(5, Int((change / 3).rounded(.up)))
    let stepSeconds = change / acceleration / Double(steps)
    for step in 0..<steps {
      let speed = from + (to - from) * (Double(step) + 0.5) / Double(steps)
      movingSeconds += stepSeconds
      pieces.append(section.go(meters: speed * stepSeconds, seconds: stepSeconds))
    }
  }

  private mutating func appendCruise(
    until meters: Double, speed: Double, in section: inout Section
  ) {
    let length = meters - section.goneMeters
    guard length > 0.01, speed > 0 else { return }
    movingSeconds += length / speed
    pieces.append(section.go(meters: length, seconds: length / speed))
  }
}

/// The straight section between two milestones. `goneMeters` is the distance that its pieces cover
/// so far.
private struct Section {
  private let start: Coordinate
  private let end: Coordinate
  private let lengthMeters: Double
  private let courseDegrees: Double
  private let middleMeters: Double
  private(set) var goneMeters = 0.0

  init(from: Milestone, to: Milestone, vertex: Int, of route: Route) {
    start = route.coordinate(atMeters: from.distanceMeters, after: vertex)
    end =
      to.vertex.map { route.vertices[$0].coordinate }
      ?? route.coordinate(atMeters: to.distanceMeters, after: vertex)
    lengthMeters = to.distanceMeters - from.distanceMeters
    courseDegrees = route.vertices[vertex].courseDegrees
    middleMeters = (from.distanceMeters + to.distanceMeters) / 2
  }

  func stop(seconds: Double) -> Journey.Piece { piece(seconds: seconds, meters: 0, at: start) }

  mutating func go(meters: Double, seconds: Double) -> Journey.Piece {
    goneMeters += meters
    let share = min(1, goneMeters / lengthMeters)
    return piece(
      seconds: seconds, meters: meters, at: start.interpolated(to: end, share: share))
  }

  /// Moves the end of the last piece exactly to the milestone, to remove rounding errors.
  func arrive(_ pieces: inout [Journey.Piece]) {
    if !pieces.isEmpty { pieces[pieces.count - 1].coordinate = end }
  }

  private func piece(seconds: Double, meters: Double, at coordinate: Coordinate) -> Journey.Piece {
    Journey.Piece(
      seconds: seconds, lengthMeters: meters, courseDegrees: courseDegrees,
      coordinate: coordinate, sectionMeters: middleMeters)
  }
}
