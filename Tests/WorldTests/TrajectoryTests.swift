import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("A trajectory") struct TrajectoryTests {
  @Test("A cursor finds what a search from scratch finds, forward and back", arguments: 1...5)
  func cursorEqualsBruteForce(seed: UInt64) throws {
    var legs = commuterLegs()
    legs.insert(Leg(.jump(to: park), ending: .after(.minutes(5))), at: 2)
    legs.insert(Leg(.jump(to: office)), at: 3)
    let world = try world(legs, seed: seed)
    let chance = SeededRandom(seed: seed)
    var cursor = TrajectoryCursor()
    var time = world.start
    for index in 0..<3000 {
      // Times mostly advance a little. Now and then they jump anywhere, also before the start and
      // after the end.
      time =
        index % 10 == 0
        ? world.start + .seconds(chance.uniform(in: -1000...88_000, at: Int64(index)))
        : time + .seconds(chance.uniform(in: 0...60, at: Int64(index)))
      let found = cursor.position(at: time, on: world.person)
      // The cursor multiplies by a speed, and the brute force by a share of the path.
      let expected = bruteForcePosition(at: time, on: world.person)
      #expect(abs(found.coordinate.latitude - expected.coordinate.latitude) < 1e-12)
      #expect(abs(found.coordinate.longitude - expected.coordinate.longitude) < 1e-12)
      #expect(abs(found.altitudeMeters - expected.altitudeMeters) < 1e-3)
      #expect(found.speedMetersPerSecond == expected.speedMetersPerSecond)
      #expect(found.courseDegrees == expected.courseDegrees)
      #expect(
        cursor.indexOfSpan(at: time, on: world.person)
          == world.person.spans.lastIndex { $0.start <= time } ?? 0)
    }
  }

  private func bruteForcePosition(at time: Instant, on trajectory: Trajectory) -> TruePosition {
    let knots = trajectory.knots
    let index = knots.lastIndex { $0.time <= time } ?? 0
    let knot = knots[index]
    var position = TruePosition(
      coordinate: knot.coordinate, altitudeMeters: knot.altitudeMeters,
      speedMetersPerSecond: knot.speedMetersPerSecond, courseDegrees: knot.courseDegrees)
    if index + 1 < knots.count, time > knot.time, knot.speedMetersPerSecond > 0 {
      let next = knots[index + 1]
      let share =
        Double((time - knot.time).nanoseconds) / Double((next.time - knot.time).nanoseconds)
      position.coordinate = knot.coordinate.interpolated(to: next.coordinate, share: share)
      position.altitudeMeters += (next.altitudeMeters - knot.altitudeMeters) * Float(share)
    }
    return position
  }

  @Test("Positions and pieces go on across the 180th meridian")
  func crossesMeridian() throws {
    // 0.02 degrees of longitude in 200 s, of which half lie on each side of the meridian.
    var builder = TrajectoryBuilder(
      at: Coordinate(latitude: 10, longitude: 179.99), start: morning,
      end: morning + .seconds(200 as Int64))
    builder.beginSpan(
      Circumstances(
        mode: .automotive, isIndoors: false, area: .rural, sky: .open, network: .cellular,
        carried: .pocket))
    builder.advance(
      to: Coordinate(latitude: 10, longitude: -179.99), at: morning + .seconds(200 as Int64),
      speedMetersPerSecond: 11)
    let finished = builder.finish()
    let trajectory = try #require(finished)
    var (cursor, finger) = (TrajectoryCursor(), TrajectoryCursor())
    for second in 0..<199 {
      let time = morning + .seconds(Int64(second))
      let expected = longitudeDifference(179.99 + Double(second) * 1e-4)
      let found = cursor.position(at: time, on: trajectory).coordinate
      #expect(abs(longitudeDifference(found.longitude - expected)) < 1e-9)
      let piece = finger.piece(from: time, to: time + .seconds(1 as Int64), on: trajectory)
      #expect(abs(longitudeDifference((piece?.from.longitude ?? 0) - expected)) < 1e-9)
      #expect(abs(longitudeDifference((piece?.to.longitude ?? 0) - expected - 1e-4)) < 1e-9)
    }
  }

  @Test("Pieces tile what is asked for, each within one span and between two knots")
  func piecesTile() throws {
    let world = try world(commuterLegs())
    let chance = SeededRandom(seed: 5)
    var cursor = TrajectoryCursor()
    var from = world.start
    var index = 0
    while from < world.end {
      index += 1
      let to = from + .seconds(chance.uniform(in: 0.1...400, at: Int64(index)))
      var reached = from
      world.person.forEachPiece(from: from, to: to, using: &cursor) { piece in
        #expect(piece.start == reached && piece.start < piece.end && piece.end <= to)
        #expect(piece.from.distanceMeters(to: world.person.position(at: piece.start)) < 1e-6)
        let span = world.person.spans[piece.spanIndex]
        #expect(span.start <= piece.start && piece.end <= span.end)
        reached = piece.end
      }
      #expect(reached == min(to, world.end))
      from = to
    }
  }

  @Test("Pieces skip time between stretches, and a jump is no way")
  func piecesSkipGapsAndJumps() throws {
    // A walk of 120 m in two minutes, eight hours without points, and the same walk 5 km farther
    // east.
    let walk = (0...12).map { (Double($0) * 10, spot(Double($0) * 10, 0)) }
    let later = walk.map { ($0.0 + 8 * 3600, spot(5000 + $0.0, 0)) }
    let replayed = try replay(trace(walk + later))
    #expect(abs(replayed.personMeters - 240) < 12)

    let jumped = try world([
      Leg(.stay(home), ending: .after(.hours(1))), Leg(.jump(to: office)), Leg(.stay(office)),
    ])
    #expect(jumped.personMeters == 0)
    let noon = morning + .hours(1)
    #expect(jumped.person.position(at: noon) == testPlaces[1].coordinate)
    #expect(
      jumped.person.position(at: noon - TimeSpan(nanoseconds: 1)) == homeCoordinate)
  }

  @Test("The length of a part of the way is that part of the length")
  func partsAddUp() throws {
    let world = try world(commuterLegs())
    var sum = 0.0
    var time = world.start
    while time < world.end {
      sum += world.person.pathLengthMeters(from: time, to: time + .seconds(977 as Int64))
      time += .seconds(977 as Int64)
    }
    #expect(abs(sum - world.personMeters) < 0.01)
  }
}
