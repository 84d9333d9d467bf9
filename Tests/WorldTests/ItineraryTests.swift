import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("An itinerary") struct ItineraryTests {
  @Test("warns of legs that the end leaves no time for, with their line")
  func leftOut() throws {
    var walk = Leg(.move(.walking, to: office), line: 12)
    walk.via = [spot(3000, 0)]
    var late = Leg(.stay(office), line: 14)
    late.ending = .after(.hours(1))
    let world = try world(
      [Leg(.stay(home), ending: .after(.hours(2))), walk, late], hours: 2)
    #expect(world.warnings.count == 1)
    #expect(
      world.warnings.first?.hasPrefix(
        "Line 12: the trip to office (walking) and 1 more would begin after the end") == true)
  }

  @Test("warns of a way that never arrives")
  func neverArrives() throws {
    let far = Waypoint.coordinate(spot(168_000, 0))
    let cycle = Leg(.move(.cycling, to: far), via: [spot(10, 10)], line: 7)
    let world = try world([Leg(.stay(home), ending: .after(.hours(1))), cycle], hours: 6)
    #expect(
      world.warnings.first?.hasPrefix(
        "Line 7: the trip to \(spot(168_000, 0).text) (cycling) never arrives: its 168 km take ")
        == true)
  }

  @Test("warns of a way that ends long before its time")
  func arrivesEarly() throws {
    let drive = Leg(.move(.automotive, to: office), ending: .after(.hours(3)), line: 4)
    let fast = try world([
      Leg(.stay(home), ending: .after(.hours(1))), drive, Leg(.stay(office)),
    ])
    let warning = try #require(fast.warnings.first)
    #expect(warning.hasPrefix("Line 4: the trip to "))
    #expect(warning.contains(" at half of the usual pace, and so arrives 2 h "))
    // A walk of the same 6.3 km in 2 h is slow, but possible.
    let walk = Leg(.move(.walking, to: office), ending: .after(.hours(2)), line: 4)
    let slow = try world([
      Leg(.stay(home), ending: .after(.hours(1))), walk, Leg(.stay(office)),
    ])
    #expect(!slow.warnings.contains { $0.contains("at half of the usual pace") })
  }

  @Test("names the first of two ways that take as long as each other")
  func longestWays() throws {
    let there = Leg(.move(.walking, to: office), line: 2)
    let back = Leg(.move(.automotive, to: home), line: 4)
    let again = Leg(.move(.walking, to: office), line: 6)
    let world = try world([
      Leg(.stay(home), ending: .after(.hours(1))), there,
      Leg(.stay(office), ending: .after(.hours(1))), back,
      Leg(.stay(home), ending: .after(.hours(1))), again, Leg(.stay(office)),
    ])
    // Legs 2 and 6 are the same walk of 6.3 km, which takes longer than the drive back.
    #expect(world.longestWay?.line == 2)
    #expect(world.longestWay.map { 6_000...6_700 ~= $0.lengthMeters } == true)
  }

  @Test(
    "refuses a way that is faster than three times its mode's top speed",
    arguments: [
      (MotionMode.walking, "6 m/s"), (.running, "18 m/s"), (.cycling, "36 m/s"),
      (.automotive, "126 m/s"), (.train, "270 m/s"), (.flying, "900 m/s"),
    ])
  func topSpeed(_ given: (mode: MotionMode, text: String)) {
    // Three times the top speeds of 2.2, 6, 12, 42, 90 and 300 m/s, rounded down.
    let far = Leg(
      .move(given.mode, to: .coordinate(spot(100_000, 0))), ending: .after(.seconds(10 as Int64)))
    #expect {
      try world([Leg(.stay(home), ending: .after(.hours(1))), far])
    } throws: {
      "\($0)".contains("at three times this mode's top speed (\(given.text))")
    }
  }

  @Test("warns where every way of a mode is one straight line, and not where one is bent")
  func straight() throws {
    #expect(try world(commuterLegs()).warnings.isEmpty)
    var legs = commuterLegs()
    for index in legs.indices { legs[index].via = [] }
    #expect(try world(legs).warnings.first?.contains("one straight line (automotive)") == true)
  }

  @Test("refuses a tunnel that its way does not reach")
  func farTunnel() throws {
    let drive = Leg(.move(.automotive, to: office), tunnels: [100_000...100_100], line: 3)
    #expect(throws: ItineraryError.self) {
      try world([Leg(.stay(home), ending: .after(.hours(1))), drive])
    }
  }

  @Test("Spans tile the time from start to end, and so do knots within spans", arguments: 1...20)
  func spansTile(seed: UInt64) throws {
    for area in AreaClass.allCases {
      let world = try world(commuterLegs(), area: area, seed: seed)
      try requireTiled(world.person, from: world.start, to: world.end)
      #expect(world.start == morning && world.end == morning + .hours(24))
    }
  }

  private func requireTiled(_ trajectory: Trajectory, from: Instant, to: Instant) throws {
    var reached = from
    for span in trajectory.spans {
      #expect(span.start == reached && span.start < span.end)
      #expect(trajectory.knots[span.firstKnot].time == span.start)
      #expect(trajectory.knots[span.lastKnot].time == span.end)
      for index in span.firstKnot..<span.lastKnot {
        #expect(trajectory.knots[index].time < trajectory.knots[index + 1].time)
      }
      reached = span.end
    }
    #expect(reached == to)
  }

  @Test("A commuter's day has a span for each stay and each way, and ends where it says")
  func commuterDay() throws {
    let world = try world(commuterLegs())
    try #require(
      world.person.spans.map(\.mode) == [.still, .automotive, .still, .automotive, .still])
    #expect(world.person.spans.map(\.place) == [0, nil, 1, nil, 0])
    #expect(world.person.spans.map(\.network) == [.wifi, .cellular, .cellular, .cellular, .wifi])
    #expect(world.person.spans.map(\.sky) == [.indoors, .urban, .indoors, .urban, .indoors])
    #expect(world.wifiName(for: world.person.spans[0]) == "HomeNet")
    #expect(world.wifiName(for: world.person.spans[1]) == nil)
    #expect(world.place(of: world.person.spans[2])?.name == "office")
    #expect(world.person.position(at: world.end) == homeCoordinate)
    #expect(world.person.span(at: morning + .hours(4)).isIndoors)
  }

  @Test("The same seed makes the same day, another seed another")
  func seeds() throws {
    let first = try world(commuterLegs(), seed: 7).person
    let again = try world(commuterLegs(), seed: 7).person
    let other = try world(commuterLegs(), seed: 8).person
    #expect(first.knots == again.knots && first.spans == again.spans)
    #expect(first.knots != other.knots)
  }

  @Test("An ending with a spread is drawn from all of its width and no further")
  func spread() throws {
    let offsets = try (1...200).map { seed in
      let world = try world(commuterLegs(), seed: UInt64(seed))
      return (world.person.spans[0].end - morning - .hours(1)).seconds / 60
    }
    // The offsets are uniform within ±15 min. The mean of 200 has a standard error of 15/√3/√200 =
    // 0.6 min.
    #expect(offsets.allSatisfy { abs($0) <= 15 })
    #expect(offsets.min() ?? 0 < -13 && offsets.max() ?? 0 > 13)
    let mean: Double = offsets.reduce(0, +) / 200
    #expect(abs(mean) < 2.5)
  }

  @Test("A move that must end at a time goes faster or slower, but not slower than half")
  func stretchedMoves() throws {
    func drive(_ minutes: Int64) throws -> [Span] {
      try world([
        Leg(.stay(home), ending: .after(.hours(1))),
        Leg(.move(.automotive, to: office), ending: .after(.minutes(minutes))),
        Leg(.stay(office)),
      ]).person.spans
    }
    // 6.3 km in town take some ten to twenty minutes.
    for minutes: Int64 in [8, 20] {
      let spans = try drive(minutes)
      try #require(spans.map(\.mode) == [.still, .automotive, .still])
      #expect(spans[2].start == morning + .hours(1) + .minutes(minutes))
    }
    // With two hours, the way takes at most twice the usual time, and the rest is spent at the
    // office.
    let slow = try drive(120)
    try #require(slow.map(\.mode) == [.still, .automotive, .still, .still])
    #expect(slow[1].end - slow[1].start < .minutes(45))
    #expect(slow[2].place == 1 && slow[2].end == morning + .hours(3))
  }

  @Test("What cannot be lived is an error that names the leg and the reason")
  func errors() {
    expectError("is too fast to be true") {
      [Leg(.stay(home), ending: .after(.hours(1))), walk(ending: .after(.minutes(5)))]
    }
    expectError("needs until: or for:") {
      [Leg(.stay(home), line: 7), walk()]
    }
    expectError("should end at 2026-03-02 07:30, but begins only at 2026-03-02 08:00") {
      [
        Leg(.stay(home), ending: .after(.hours(1))),
        Leg(.move(.walking, to: office), ending: .at(morning + .minutes(30)), line: 7),
      ]
    }
    expectError("a move (such as walk: or drive:) or a jump: has to come before it") {
      [Leg(.stay(home), ending: .after(.hours(1))), Leg(.stay(office), line: 7)]
    }
    expectError("the day has no starting place") { [walk()] }
    expectError("there is no place number 9; there are 3") {
      [Leg(.stay(.place(9)), line: 7)]
    }
    expectError("is not on Earth") {
      [Leg(.stay(.coordinate(Coordinate(latitude: 91, longitude: 0))), line: 7)]
    }
    expectError("is too fast to be true") {
      [Leg(.jump(to: home)), Leg(.move(.walking, to: office), speedMetersPerSecond: 1e9, line: 7)]
    }
    expectError("is not usable") {
      [
        Leg(.stay(home), ending: .after(.hours(1))),
        Leg(.move(.walking, to: office), speedMetersPerSecond: 1e-9, line: 7),
      ]
    }
  }

  private func walk(ending: Leg.Ending = .whenDone) -> Leg {
    Leg(.move(.walking, to: office), ending: ending, line: 7)
  }

  private func expectError(
    _ part: String, sourceLocation: SourceLocation = #_sourceLocation, _ legs: () -> [Leg]
  ) {
    let day = legs()
    let error = #expect(throws: ItineraryError.self, sourceLocation: sourceLocation) {
      try world(day)
    }
    #expect(error?.line == 7, sourceLocation: sourceLocation)
    #expect(
      error?.description.contains(part) == true, "\(error?.description ?? "")",
      sourceLocation: sourceLocation)
  }

  @Test("Legs beyond the end are cut there, in the middle of a move if need be")
  func cutAtEnd() throws {
    let whole = try world(commuterLegs())
    let drive = whole.person.spans[1]
    for share in stride(from: 0.05, to: 1, by: 0.1) {
      let end = drive.start + (drive.end - drive.start) * share
      let cut = try world(commuterLegs(), hours: (end - morning).seconds / 3600)
      #expect(cut.person.spans.map(\.mode) == [.still, .automotive])
      #expect(cut.person.spans.last?.end == cut.end)
      // The person is at the same place as on the longer day.
      let place = whole.person.position(at: cut.end)
      #expect(cut.person.position(at: cut.end).distanceMeters(to: place) < 1e-3)
    }
  }

  @Test("A tunnel is a span of its own, without sky and network")
  func tunnels() throws {
    let world = try world([
      Leg(.stay(home), ending: .after(.hours(1))),
      Leg(.move(.train, to: office), tunnels: [1000...2500]),
      Leg(.stay(office)),
    ])
    try #require(
      world.person.spans.map(\.sky) == [.indoors, .urban, .none, .urban, .indoors])
    let tunnel = world.person.spans[2]
    #expect(tunnel.network == .none && !tunnel.isIndoors && tunnel.mode == .train)
    #expect(
      abs(world.person.pathLengthMeters(from: tunnel.start, to: tunnel.end) - 1500) < 0.5)
  }

  @Test("A fifth of the countryside has poor reception, in long patches, the same both ways")
  func poorReception() throws {
    let far = Waypoint.coordinate(spot(60_000, 10_000))
    let legs = [
      Leg(.stay(home), ending: .after(.hours(1))), Leg(.move(.automotive, to: far)),
      Leg(.move(.automotive, to: home)), Leg(.stay(home)),
    ]
    var poorMeters = 0.0
    var meters = 0.0
    var patches = 0
    for seed in 1...20 {
      let world = try world(legs, area: .rural, seed: UInt64(seed))
      var there: [NetworkAvailability] = []
      for span in world.person.spans where span.mode == .automotive {
        let length = world.person.pathLengthMeters(from: span.start, to: span.end)
        meters += length
        there.append(span.network)
        guard span.network == .poorCellular else { continue }
        poorMeters += length
        patches += 1
      }
      #expect(there == there.reversed())
    }
    // 20 seeds of 61 km have some 300 cells of 4 km, each poor with probability 0.2. Three sigma
    // are 0.07.
    #expect(abs(poorMeters / meters - 0.2) < 0.07)
    #expect(poorMeters / Double(patches) > 1500)
  }
}
