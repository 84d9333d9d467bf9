import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("A replayed recording") struct ReplayTests {
  /// A walk eastward at 1.4 m/s, with a point every 5 s.
  private func walk(from start: Double, seconds: Double, at east: Double = 0) -> [(
    seconds: Double, place: Coordinate
  )] {
    stride(from: 0, through: seconds, by: 5).map { (start + $0, spot(east + $0 * 1.4, 0)) }
  }

  @Test("crosses five minutes, lives through six hours unjudged, and breaks off beyond")
  func gaps() throws {
    let recording =
      walk(from: 0, seconds: 600) + walk(from: 600 + 300, seconds: 600, at: 1100)
      + walk(from: 1500 + 301, seconds: 600, at: 2200)
      + walk(from: 2401 + 6 * 3600, seconds: 600, at: 3500)
      + walk(from: 3001 + 12 * 3600 + 1, seconds: 600, at: 9000)
    let world = try replay(trace(recording))
    // Gaps of 300 s (judged), 301 s and 6 h (not judged), and 6 h and 1 s (a new segment).
    try #require(world.segments.count == 2)
    let unknown = world.person.spans.filter { !$0.isTruthKnown }
    #expect(unknown.map { ($0.end - $0.start).seconds } == [301, 6 * 3600])
    for (span, next) in zip(world.person.spans, world.person.spans.dropFirst()) {
      #expect(span.end == next.start || next.start == world.segments[1].start)
    }
    #expect(world.segments[0].start == morning)
    #expect(world.segments[0].end == morning + .seconds(3001 + 6 * 3600 as Int64))
    // The walk continues in the gap of five minutes: 1,100 − 840 m in 300 s.
    let span = world.person.span(at: morning + .seconds(750 as Int64))
    #expect(span.mode == .walking && span.isTruthKnown)
  }

  @Test("infers stays only when asked, from gaps that begin and end within 100 m")
  func inferredStays() throws {
    let recording =
      walk(from: 0, seconds: 600) + walk(from: 600 + 9 * 3600, seconds: 600, at: 900)
      + walk(from: 1200 + 10 * 3600, seconds: 600, at: 3000)
    // Two gaps: 9 h with ends 60 m apart, and 1 h with ends 1,260 m apart.
    let plain = try replay(trace(recording))
    #expect(plain.segments.count == 2)
    let inferred = try replay(trace(recording), inferringStays: true)
    #expect(inferred.segments.count == 1)
    let night = inferred.person.span(at: morning + .hours(4))
    #expect(night.mode == .still && night.isTruthKnown && night.isIndoors)
    #expect(inferred.person.spans.filter { !$0.isTruthKnown }.count == 1)
    #expect(inferred.assumptions.contains { $0.contains("1 gaps") })
  }

  @Test("spends nothing on years without points")
  func years() throws {
    var recording: [(seconds: Double, place: Coordinate)] = []
    for outing in 0..<6 {
      recording += walk(from: Double(outing) * 200 * 86_400, seconds: 600)
    }
    let world = try replay(trace(recording), inferringStays: true)
    #expect(world.segments.count == 6)
    #expect(world.person.knots.count <= recording.count)
  }

  @Test("needs two points that belong together")
  func tooShort() {
    let tooFew: [[Double]] = [[], [0], [0, 7 * 3600]]
    for points in tooFew {
      let error = #expect(throws: ItineraryError.self) {
        try replay(trace(points.map { ($0, homeCoordinate) }))
      }
      #expect(error?.description.contains("too short to replay") == true)
    }
  }

  @Test("guesses modes from speed: still, on foot, by car with stops, on foot again")
  func modes() throws {
    var seconds = 0.0
    var east = 0.0
    var points: [(seconds: Double, place: Coordinate)] = []
    func go(_ duration: Int, _ speed: Double) {
      for _ in 0..<duration {
        points.append((seconds, spot(east, 0)))
        seconds += 1
        east += speed
      }
    }
    go(300, 0)
    go(400, 1.3)
    for _ in 0..<8 {
      go(60, 13)
      go(40, 0)
    }
    go(400, 1.3)
    let world = try replay(trace(points))
    try #require(
      world.person.spans.map(\.mode) == [.still, .walking, .automotive, .walking])
    // Borders may be off by the window over which speeds are smoothed.
    #expect(abs((world.person.spans[2].start - morning).seconds - 700) < 60)
    #expect(abs((world.person.spans[2].end - morning).seconds - 1500) < 60)
  }

  @Test("tells a run, a bicycle, and a bus that is slower than it but for its spurts")
  func fastModes() throws {
    func mode(_ speed: (Int) -> Double) throws -> [MotionMode] {
      var east = 0.0
      return try replay(
        trace(
          (0..<900).map { second in
            east += speed(second)
            return (Double(second), spot(east, 0))
          })
      ).person.spans.map(\.mode)
    }
    #expect(try mode { _ in 3 } == [.running])
    #expect(try mode { $0 % 80 < 60 ? 5.5 : 8 } == [.cycling])
    #expect(try mode { $0 % 80 < 50 ? 4.5 : 11 } == [.automotive])
  }

  /// Returns the modes of half an hour eastward at a speed that may change every second.
  private func modes(
    climbing metersPerSecond: Double? = nil, _ speed: (Int) -> Double
  ) throws -> [MotionMode] {
    var east = 0.0
    var recording = trace(
      (0..<1800).map { second in
        east += speed(second)
        return (Double(second), spot(east, 0))
      })
    for second in recording.points.indices {
      recording.points[second].altitudeMeters = metersPerSecond.map { $0 * Double(second) }
    }
    return try replay(recording).person.spans.map(\.mode)
  }

  @Test("tells a train by what no car keeps up, though it looks like flying for a while")
  func train() throws {
    // A train at 198 km/h, and one at 108 km/h with five minutes at 290 km/h, as if positions
    // leapt.
    #expect(try modes { _ in 55 } == [.train])
    #expect(try modes { (600..<900).contains($0) ? 80 : 30 } == [.train])
    #expect(try modes { _ in 33 } == [.automotive])
  }

  @Test("tells a flight by its speed, or by how it climbs")
  func flight() throws {
    #expect(try modes { _ in 110 } == [.flying])
    #expect(try modes(climbing: 2) { _ in 80 } == [.flying])
    #expect(try modes(climbing: 0) { _ in 80 } == [.train])
  }

  @Test("says in whole sentences what it assumed")
  func assumptions() throws {
    var points = walk(from: 0, seconds: 600)
    points[50].place = spot(40_000, 0)
    let world = try replay(trace(points), area: .suburban)
    #expect(world.assumptions.contains { $0.contains("1 of 121 points were rejected") })
    #expect(world.assumptions.contains { $0.contains("suburban") })
    #expect(world.assumptions.allSatisfy { $0.hasSuffix(".") })
  }
}
