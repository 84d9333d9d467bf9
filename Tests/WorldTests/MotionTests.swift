import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("A move") struct MotionTests {
  static let modes: [MotionMode] = [.walking, .running, .cycling, .automotive, .train, .flying]

  @Test("keeps to the speeds and accelerations of its mode", arguments: modes)
  func limits(mode: MotionMode) throws {
    for area in AreaClass.allCases {
      let style = try #require(TravelStyle(mode, in: area))
      for seed in 1...10 {
        let world = try world(longWay(mode), area: area, hours: 400, seed: UInt64(seed))
        let pieces = movingPieces(world.person)
        for (before, after) in zip(pieces, pieces.dropFirst()) {
          #expect(after.speed <= style.topMetersPerSecond)
          // The time between two pieces of a ramp is half of each one's duration. Distances along
          // degrees of longitude are accurate to a part in a thousand.
          let change = (after.speed - before.speed).shrunk(by: 0.02 + 0.001 * after.speed)
          let seconds = (before.seconds + after.seconds) / 2
          #expect(change <= style.accelerationMax * seconds * 1.01)
          #expect(-change <= style.decelerationMax * seconds * 1.01)
        }
      }
    }
  }

  /// A way with sharp and slight bends, near and far.
  private func longWay(_ mode: MotionMode) -> [Leg] {
    let scale = mode == .flying ? 100.0 : 1
    return [
      Leg(.stay(home), ending: .after(.hours(1))),
      Leg(
        .move(mode, to: .coordinate(spot(6000 * scale, 100 * scale))),
        via: [spot(500, 0), spot(510, 200), spot(1000, 900), spot(3000 * scale, 1000 * scale)]),
    ]
  }

  /// Returns the moving pieces, with speeds from positions and not from the knots' speeds.
  private func movingPieces(_ trajectory: Trajectory) -> [(seconds: Double, speed: Double)] {
    var pieces: [(seconds: Double, speed: Double)] = []
    var cursor = TrajectoryCursor()
    let (first, last) = (
      trajectory.knots[0].time, trajectory.knots[trajectory.knots.count - 1].time
    )
    trajectory.forEachPiece(from: first, to: last, using: &cursor) { piece in
      let seconds = (piece.end - piece.start).seconds
      pieces.append((seconds, piece.from.distanceMeters(to: piece.to) / seconds))
    }
    return pieces
  }

  @Test("says at each knot the speed and course that its piece has", arguments: modes)
  func knotsTellTheTruth(mode: MotionMode) throws {
    let knots = try world(longWay(mode), hours: 400).person.knots
    for (from, to) in zip(knots, knots.dropFirst()) where from.coordinate != to.coordinate {
      let meters = from.coordinate.distanceMeters(to: to.coordinate)
      let speed = meters / (to.time - from.time).seconds
      #expect(abs(Double(from.speedMetersPerSecond) - speed) < 0.01 + 0.002 * speed)
      guard meters > 1 else { continue }
      let course = from.coordinate.courseDegrees(to: to.coordinate)
      let difference = longitudeDifference(Double(from.courseDegrees) - course)
      #expect(abs(difference) < 0.5)
    }
  }

  @Test("leads straight through its way points", arguments: modes)
  func throughWayPoints(mode: MotionMode) throws {
    let legs = longWay(mode)
    let person = try world(legs, hours: 400).person
    for via in legs[1].via {
      #expect(person.knots.contains { $0.coordinate.distanceMeters(to: via) < 0.2 })
    }
    #expect(person.knots.last?.coordinate == legs[1].coordinateForTest)
  }

  @Test("through town stops every 300 to 800 m, for 5 to 45 s, and needs few knots")
  func stopsInTown() throws {
    for seed in 1...20 {
      let world = try world(
        [
          Leg(.jump(to: home)), Leg(.move(.automotive, to: .coordinate(spot(20_000, 0)))),
        ], hours: 4, seed: UInt64(seed))
      let span = world.person.spans[0]
      let stops = (span.firstKnot..<span.lastKnot).filter {
        world.person.knots[$0].speedMetersPerSecond == 0
      }
      // 20 km have a stop each 300 to 800 m, every 550 m on average.
      #expect((24..<67).contains(stops.count))
      for stop in stops {
        let knots = world.person.knots
        let seconds = (knots[stop + 1].time - knots[stop].time).seconds
        #expect((5...45).contains(seconds))
      }
      let hours = (span.end - span.start).seconds / 3600
      #expect(Double(span.lastKnot - span.firstKnot) / hours < 1000)
      // The mean speed of town traffic is 15 to 35 km/h.
      #expect((15...35).contains(20 / hours))
    }
  }

  @Test("slows down for a sharp turn, and not for a slight one")
  func turns() throws {
    let style = try #require(TravelStyle(.automotive, in: .urban))
    // A right angle: c = cos 45°, radius 2.5·c/(1−c) = 6.0 m, v = √(2.5·6.0) = 3.9 m/s.
    #expect(abs(style.cornerSpeed(cosineOfHalfTurn: 0.5.squareRoot()) - 3.88) < 0.01)
    // Ten degrees: c = cos 5° = 0.9962, radius 655 m, v = 40 m/s, above any speed driven there.
    #expect(style.cornerSpeed(cosineOfHalfTurn: 0.99619) > 40)
    let corner = spot(150, 0)
    let world = try world([
      Leg(.jump(to: home)),
      Leg(.move(.automotive, to: .coordinate(spot(150, 200))), via: [corner]),
    ])
    let knots = world.person.knots
    let at = try #require(knots.firstIndex { $0.coordinate.distanceMeters(to: corner) < 0.01 })
    // The pieces next to the corner are parts of a ramp of at most 3 m/s.
    #expect(knots[at - 1].speedMetersPerSecond < 3.88 + 3)
    #expect(knots[at].speedMetersPerSecond < 3.88 + 3)
  }

  @Test("at a given mean speed takes its length's worth of time, stops apart")
  func givenSpeed() throws {
    let world = try world([
      Leg(.jump(to: home)),
      Leg(.move(.walking, to: .coordinate(spot(3000, 0))), speedMetersPerSecond: 1.1),
    ])
    let knots = world.person.knots
    var moving = 0.0
    for (from, to) in zip(knots, knots.dropFirst()) where from.speedMetersPerSecond > 0 {
      moving += (to.time - from.time).seconds
    }
    #expect(abs(moving - 3000 / 1.1) < 3)
  }

  @Test("over the ocean follows the great circle")
  func greatCircle() throws {
    let sanFrancisco = Coordinate(latitude: 37.62, longitude: -122.38)
    let tokyo = Coordinate(latitude: 35.55, longitude: 139.78)
    let world = try world(
      [
        Leg(.jump(to: .coordinate(sanFrancisco))),
        Leg(.move(.flying, to: .coordinate(tokyo))),
      ], hours: 24)
    // The great circle passes south of the Aleutians, near 48° north. A straight line in degrees
    // would stay below 38°. Its length equals that of the geodesic, 8,270 km, except for the
    // difference of sphere and ellipsoid (0.3 %).
    let north = world.person.knots.map(\.coordinate.latitude).max() ?? 0
    #expect((46...50).contains(north))
    let geodesic = sanFrancisco.distanceMeters(to: tokyo)
    #expect(abs(world.personMeters / geodesic - 1) < 0.003)
    for (a, b) in zip(world.person.knots, world.person.knots.dropFirst()) {
      #expect(a.coordinate.distanceMeters(to: b.coordinate) < 20_500)
    }
    #expect(world.person.knots.map(\.altitudeMeters).max() == 10_500)
    let aloft = world.person.span(at: world.start + .hours(5))
    #expect(aloft.network == .none && aloft.sky == .indoors && !aloft.isIndoors)
  }
}

extension Leg {
  fileprivate var coordinateForTest: Coordinate? {
    if case .move(_, to: .coordinate(let coordinate)) = action { coordinate } else { nil }
  }
}

extension Double {
  fileprivate func shrunk(by tolerance: Double) -> Double {
    self < 0 ? min(0, self + tolerance) : max(0, self - tolerance)
  }
}
