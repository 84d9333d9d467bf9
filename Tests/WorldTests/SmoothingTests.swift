import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("The truth made of a recording") struct SmoothingTests {
  private let chance = SeededRandom(seed: 17)

  /// A recording of a way, one point a second, each with a normal error. `way` gives east and north
  /// for a second.
  private func recording(
    seconds: Int, errorMeters: Double, _ way: (Double) -> (Double, Double)
  ) -> Trace {
    trace(
      (0..<seconds).map { second in
        let (east, north) = way(Double(second))
        let (dx, dy) = chance.normalPair(at: Int64(second))
        return (Double(second), spot(east + errorMeters * dx, north + errorMeters * dy))
      }, accuracyMeters: errorMeters > 0 ? errorMeters * 1.51 : nil)
  }

  /// A radius of 15.1 m means 10 m an axis, and a missing one 5 m. Errors below 1 m an axis are not
  /// believed.
  @Test("A point's variance follows its reported radius")
  func variance() {
    let expected: [(radius: Double?, variance: Double)] = [
      (15.1, 100), (nil, 25), (0, 25), (0.5, 1),
    ]
    for (radius, variance) in expected {
      var point = trace([(0, spot(0, 0))], accuracyMeters: 5).points[0]
      point.horizontalAccuracyMeters = radius
      #expect(abs(point.varianceSquareMeters - variance) < 1e-9)
    }
  }

  private func meanErrorMeters(_ trajectory: Trajectory, _ way: (Double) -> (Double, Double))
    -> Double
  {
    var sum = 0.0
    for second in 30..<570 {
      let (east, north) = way(Double(second))
      let found = trajectory.position(at: morning + .seconds(Double(second)))
      sum += found.distanceMeters(to: spot(east, north))
    }
    return sum / 540
  }

  @Test("keeps the length of a clean way: walking straight, cycling and driving around corners")
  func cleanPathKeepsItsLength() throws {
    let ways: [(Double, (Double) -> (Double, Double))] = [
      (1.4 * 599, { ($0 * 1.4, 0) }),
      (5.0 * 599, { square($0 * 5, side: 200) }),
      (12.0 * 599, { square($0 * 12, side: 600) }),
    ]
    for (length, way) in ways {
      let meters = try replay(recording(seconds: 600, errorMeters: 0, way)).personMeters
      #expect(abs(meters / length - 1) < 0.03)
    }
  }

  @Test("follows a noisy walk better than the recording does, and not its zigzag")
  func noisyWalk() throws {
    let way: (Double) -> (Double, Double) = { square($0 * 1.4, side: 300) }
    let noisy = recording(seconds: 600, errorMeters: 5, way)
    let truth = try replay(noisy)
    // The mean distance of a point with an error of 5 m per axis is 5·√(π/2) = 6.3 m.
    #expect(meanErrorMeters(truth.person, way) < 3)
    #expect(abs(truth.personMeters / (1.4 * 599) - 1) < 0.08)
  }

  @Test("does not take a resting receiver's noise for a way")
  func restCollapses() throws {
    let still: (Double) -> (Double, Double) = { _ in (40, 70) }
    let noisy = recording(seconds: 3600, errorMeters: 8, still)
    let raw = zip(noisy.points, noisy.points.dropFirst())
      .reduce(0) { $0 + $1.0.coordinate.distanceMeters(to: $1.1.coordinate) }
    let truth = try replay(noisy)
    // Steps of √2·8·√(π/2) = 14 m a second add up to 51 km, none of which may remain.
    #expect(raw > 45_000)
    #expect(truth.personMeters == 0)
    #expect(truth.person.spans.map(\.mode) == [.still])
    // The mean of 3,600 points with an error of 8 m is accurate to 0.2 m.
    #expect(truth.person.position(at: morning).distanceMeters(to: spot(40, 70)) < 1)
  }

  @Test("takes the speed at a point from five seconds on each side of it")
  func speedSpan() {
    // 1 m/s until second 20, then 20 m/s.
    let points = recording(seconds: 60, errorMeters: 0) { second in
      (second < 20 ? second : 20 + (second - 20) * 20, 0)
    }.points
    let wander = Observation.list(points, rests: []).map(\.wander)
    // At second 15 the window ends at 20, so the speed is still 1 m/s. At 16 it has one second of
    // 20 m/s: (9 + 20) m in 10 s are 2.9 m/s. At 18 it has three: (7 + 60) / 10 = 6.7. At 19, four:
    // (6 + 80) / 10 = 8.6.
    #expect(wander[14] == 0.4)
    #expect(wander[15] == 0.4)
    #expect(wander[16] == 1)
    #expect(wander[18] == 1)
    #expect(wander[19] == 4)
  }

  @Test("joins rest and motion without a leap")
  func restAndWalk() throws {
    let way: (Double) -> (Double, Double) = { (max(0, $0 - 300) * 1.4, 0) }
    let truth = try replay(recording(seconds: 600, errorMeters: 4, way))
    try #require(truth.person.spans.map(\.mode) == [.still, .walking])
    #expect(abs((truth.person.spans[0].end - morning).seconds - 300) < 30)
    for knot in truth.person.knots { #expect(knot.speedMetersPerSecond < 3) }
  }

  @Test("takes rests too close in time to walk between for one, and others for two")
  func leapingRests() throws {
    // A leap of 60 m in a second, and a walk of 60 m in 40 s.
    let leaping = recording(seconds: 600, errorMeters: 2) { ($0 < 300 ? 0 : 60, 0) }
    #expect(try replay(leaping).person.spans.map(\.mode) == [.still])
    let walking = recording(seconds: 640, errorMeters: 2) {
      (min(max(0, $0 - 300) * 1.5, 60), 0)
    }
    #expect(try replay(walking).person.spans.map(\.mode) == [.still, .walking, .still])
  }

  @Test("rejects an impossible leap, a coarse fix among fine ones, and a false start")
  func outliers() throws {
    let way: (Double) -> (Double, Double) = { ($0 * 1.4, 0) }
    var lone = recording(seconds: 600, errorMeters: 0, way)
    lone.points[100].coordinate = spot(140, 300)
    for index in 200..<205 { lone.points[index].coordinate = spot(9000, 2000) }
    #expect(lone.soundPoints().count == 600 - 6)

    var falseStart = recording(seconds: 600, errorMeters: 0, way)
    for index in 0..<6 { falseStart.points[index].coordinate = spot(-2000, 0) }
    #expect(falseStart.soundPoints().count == 600 - 6)

    var coarse = recording(seconds: 600, errorMeters: 4, way)
    coarse.points[300].horizontalAccuracyMeters = 400
    #expect(coarse.soundPoints().count == 599)
  }

  @Test("leaves out the points in which a receiver settles after a gap, and counts them")
  func settling() throws {
    // A walk with a gap of ten minutes. After it, the receiver begins 440 m off and comes nearer by
    // 36.4 m/s (131 km/h) for twelve seconds.
    func walk(speed: Double?) -> Trace {
      var walk = trace(
        (Array(0..<300) + Array(900..<1200)).map { second in
          let late = max(0, 912 - Double(second))
          let error = second < 900 ? 0 : 36.4 * late
          return (Double(second), spot(1.4 * Double(second) + error, 0))
        })
      for index in walk.points.indices { walk.points[index].speedMetersPerSecond = speed }
      return walk
    }
    for speed in [nil, 1.4] {
      #expect(walk(speed: speed).sortedPoints().settling == 12)
      let world = try replay(walk(speed: speed))
      #expect(world.person.spans.allSatisfy { $0.mode == .walking || !$0.isTruthKnown })
      #expect(
        world.assumptions.contains(
          "12 points were left out in which the receiver settled after a gap: their speeds are not"
            + " the person's."))
      #expect(world.assumptions.contains { $0.contains(" 0 of 600 points were rejected") })
    }
    // A speed that the receiver measured makes it a ride.
    #expect(walk(speed: 30).sortedPoints().settling == 0)
  }

  @Test("keeps a ride that goes on after a gap, and one that the recording names")
  func ridesAfterGaps() {
    func ride(until end: Int, mode: TracePoint.Onward = .unknown) -> Trace {
      var ride = trace(
        (Array(0..<60) + Array(900..<1200)).map { second in
          (Double(second), spot(36.4 * Double(min(second, end)), 0))
        })
      for index in ride.points.indices { ride.points[index].onward = mode }
      return ride
    }
    #expect(ride(until: 1200).sortedPoints().settling == 0)
    // It ends later than a minute after the gap.
    #expect(ride(until: 970).sortedPoints().settling == 0)
    #expect(ride(until: 920, mode: .moving(.train)).sortedPoints().settling == 0)
    #expect(ride(until: 920).sortedPoints().settling == 20)
    // A recording may begin during a ride, which ends soon.
    var late = ride(until: 920)
    late.points.removeFirst(60)
    #expect(late.sortedPoints().settling == 0)
  }

  @Test("calls a fix coarse by the median accuracy of nine: itself and four on each side")
  func coarseAmongNine() {
    var walk = recording(seconds: 600, errorMeters: 4) { ($0 * 1.4, 0) }
    for index in 296...301 { walk.points[index].horizontalAccuracyMeters = 50 }
    for index in 302...305 { walk.points[index].horizontalAccuracyMeters = 120 }
    walk.points[300].horizontalAccuracyMeters = 400
    // The nine around 300 are five of 50 m, three of 120 m and the point itself. The median is 50
    // m, and 400 m is more than four times that. With a tenth neighbor, of 120 m, the median would
    // be 120 m.
    #expect(walk.soundPoints().count == 599)
    #expect(!walk.soundPoints().contains { $0.point.time == walk.points[300].time })
    // Now five of 120 m, three of 50 m and the point itself: 400 m is less than four times 120 m.
    for index in 298...299 { walk.points[index].horizontalAccuracyMeters = 120 }
    #expect(walk.soundPoints().count == 600)
  }

  @Test("prefers the later of two ends that keep as many points")
  func laterEnd() {
    var rest = recording(seconds: 600, errorMeters: 0) { _ in (0, 0) }
    // At 120 m/s with half a second of slack, 180 m are reachable in a second. Both ends are
    // reachable from the last point at rest, but neither from the other, 250 m away.
    rest.points[598].coordinate = spot(120, 0)
    rest.points[599].coordinate = spot(-130, 0)
    let kept = rest.soundPoints()
    #expect(kept.count == 599)
    #expect(kept.last?.point.time == rest.points[599].time)
  }

  @Test("takes no harm from accuracies that are no radius")
  func absurdAccuracy() throws {
    for radius in [1e308, .infinity, .nan, -1e300] {
      var walk = recording(seconds: 600, errorMeters: 4) { ($0 * 1.4, 0) }
      for index in walk.points.indices { walk.points[index].horizontalAccuracyMeters = radius }
      let world = try replay(walk)
      #expect(abs(world.personMeters - 839) < 60)
    }
  }

  @Test("keeps a flight, in which every step is beyond the usual limit")
  func flight() throws {
    let flight = recording(seconds: 600, errorMeters: 0) { ($0 * 240, 0) }
    #expect(flight.soundPoints().count == 600)
    let world = try replay(flight)
    #expect(world.person.spans.map(\.mode) == [.flying])
    // The recorder had fixes aloft, so it saw the sky.
    #expect(world.person.spans.map(\.sky) == [.open])
    #expect(world.person.spans.map(\.isTruthKnown) == [true])
  }

  @Test("does not take leaps that go back and forth for travel, however far, and says so")
  func repeatedLeaps() throws {
    // Blocks of 200 s, by turns here and 2,000 km away. A leap takes 10 s: 200 km/s.
    let points = (0..<120).map { (Double($0) * 10, spot($0 / 20 % 2 == 0 ? 0 : 2_000_000, 0)) }
    let world = try replay(trace(points, accuracyMeters: 10))
    #expect(world.person.spans.allSatisfy { $0.mode == .still })
    // 120 points are six blocks of 20, with five leaps between them.
    #expect(
      world.assumptions.contains {
        $0.hasPrefix("Leaps of the recording, faster than a person can move: 5, the furthest ")
      })
  }

  @Test("marks a leap that it cannot settle as not known, and does not travel it")
  func leap() throws {
    let torn = recording(seconds: 600, errorMeters: 0) { ($0 < 300 ? $0 * 1.4 : 90_000 + $0, 0) }
    let world = try replay(torn)
    #expect(world.person.spans.map(\.isTruthKnown) == [true, false, true])
    #expect(world.personMeters < 800)
    #expect(
      world.person.position(at: morning + .seconds(301 as Int64))
        .distanceMeters(to: spot(90_301, 0)) < 10)
  }

  @Test("goes on across the antimeridian")
  func antimeridian() throws {
    let points = (0..<600).map { second in
      (
        Double(second),
        Coordinate(latitude: 0, longitude: longitudeDifference(179.99 + Double(second) * 1e-4))
      )
    }
    let world = try replay(trace(points))
    // The way is 599 steps of 11.13 m.
    #expect(abs(world.personMeters / (599 * 11.13) - 1) < 0.01)
  }
}

/// Returns the point after `meters` along a square.
private func square(_ meters: Double, side: Double) -> (Double, Double) {
  let along = meters.truncatingRemainder(dividingBy: 4 * side)
  switch along / side {
  case ..<1: return (along, 0)
  case ..<2: return (side, along - side)
  case ..<3: return (3 * side - along, side)
  default: return (0, 4 * side - along)
  }
}
