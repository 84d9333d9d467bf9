import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import SimulatedPhone
@testable import World

@Suite("Checks of movement")
struct MovementCheckTests {
  /// An app that monitors significant changes. For 12 s after each of some times, it does not, or
  /// it monitors a region too, in turns.
  private func watching(breaksAtMinutes breaks: [Double] = []) -> TestApp.Script {
    let region = CircularRegion(identifier: "home", center: home, radiusMeters: 150)
    return TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      for (index, minute) in breaks.enumerated() {
        _ = app.schedule(after: .seconds(minute * 60), "break") {
          if index % 2 == 0 {
            app.manager.stopMonitoringSignificantLocationChanges()
          } else {
            app.manager.startMonitoring(region)
          }
        }
        _ = app.schedule(after: .seconds(minute * 60 + 12), "end") {
          app.manager.startMonitoringSignificantLocationChanges()
          app.manager.stopMonitoring(region)
        }
      }
    })
  }

  /// Runs the phone, so that it leaves out no check if `leavesOutChecks` is false.
  private func run(_ bench: Bench, toMinute minute: Double, leavesOutChecks: Bool) throws {
    while try bench.phone.step(until: .minute(minute)) {
      if !leavesOutChecks { bench.phone.endMovementPause() }
    }
  }

  /// A day of walks, drives and stays, each on a straight way, with and without networks, in areas
  /// of all kinds. About a third of them take a multiple of ten seconds.
  private func world(_ chance: SeededRandom, seed: UInt64) -> World {
    let pieces = (0..<30).map { index in
      let draws = chance.stream(index)
      var minutes = 0.1 + 60 * draws.uniform(at: 1) * draws.uniform(at: 2)
      if draws.happens(withProbability: 0.3, at: 3) { minutes = (minutes * 6).rounded(.up) / 6 }
      let network: NetworkAvailability =
        draws.happens(withProbability: 0.2, at: 4) ? .none : .cellular
      let course = 360 * draws.uniform(at: 5)
      switch draws.bits(at: 6) % 5 {
      case 0: return Piece.still(minutes: minutes, network: .wifi)
      case 1: return .drive(minutes: minutes, network: network, course: course)
      case 2: return .walk(minutes: minutes, metersPerSecond: 0.7, network: .wifi, course: course)
      default: return .walk(minutes: minutes, network: network, course: course)
      }
    }
    let bent = World(pieces, seed: seed)
    var path = (knots: [Knot](), spans: [Span]())
    for (index, span) in bent.phone.spans.enumerated() {
      path.knots.append(bent.phone.knots[span.firstKnot])
      var span = span
      (span.firstKnot, span.lastKnot) = (index, index + 1)
      span.area = AreaClass.allCases[Int(chance.bits(at: Int64(index)) % 3)]
      path.spans.append(span)
    }
    path.knots.append(bent.phone.knots[bent.phone.knots.count - 1])
    let trajectory = Trajectory(knots: path.knots, spans: path.spans)
    return World(
      calendar: .utc, places: [], person: trajectory, phone: trajectory,
      cells: CellLayout(spacingMeters: 200, chance: SeededRandom(seed: seed)),
      segments: bent.segments)
  }

  private func person(_ chance: SeededRandom, minutes: Double) -> [PersonAction] {
    (0..<20).flatMap { index in
      let draws = chance.stream(index)
      let minute = 1 + (minutes - 1) * draws.uniform(at: 1)
      switch draws.bits(at: 2) % 5 {
      case 0: return [PersonAction].does(.reboots(unlocksAfter: .seconds(30.0)), atMinute: minute)
      case 1: return .opens(atMinute: minute, forSeconds: 20)
      case 2: return [PersonAction].does(.plugsInHere, atMinute: minute)
      default:
        return [PersonAction].does(.switches(.airplaneMode, isOn: true), atMinute: minute)
          + .does(
            .switches(.airplaneMode, isOn: false), atMinute: minute + 5 * draws.uniform(at: 3))
      }
    }
  }

  @Test(
    "The phone reports the significant changes that it would report if it left out no check",
    arguments: 1...40)
  func sameChanges(seed: UInt64) throws {
    let chance = SeededRandom(seed: seed).stream("day")
    let world = world(chance.stream("pieces"), seed: seed)
    let minutes = (world.end - morning).seconds / 60
    func run(leavesOutChecks: Bool) throws -> Bench {
      let bench = Bench(
        world,
        fixed: [
          "significant.connectivityTriggerProbability": 0.3,
          "significant.idleTriggerSeconds": 320, "significant.medianMeters": 300,
          "significant.distanceMetersMin": 200, "app.memoryKillMeanSeconds": 7200,
          "lowPower.latencyFactor": 2,
        ],
        readings: ["significantChangesAtRest": "hours"], seed: seed,
        battery: seed % 4 == 0 ? 0.02 : 1,
        person: .opensAndLeaves + person(chance.stream("person"), minutes: minutes),
        script: watching(
          breaksAtMinutes: (1...12).map { 60 * chance.uniform(at: $0) }))
      // Low Power Mode goes on and off, and the app is killed now and then.
      for index in 1...10 {
        try self.run(
          bench, toMinute: minutes * Double(index) / 11.3, leavesOutChecks: leavesOutChecks)
        bench.phone.setLowPowerMode(index % 2 == 1)
        if index % 4 == 0 { bench.phone.killApp(.memoryPressure) }
      }
      try self.run(bench, toMinute: minutes, leavesOutChecks: leavesOutChecks)
      return bench
    }
    let some = try run(leavesOutChecks: true)
    let all = try run(leavesOutChecks: false)
    #expect(some.watch.notes.map(\.text) == all.watch.notes.map(\.text))
    #expect(some.watch.notes.map(\.instant) == all.watch.notes.map(\.instant))
    #expect(some.log.fixes == all.log.fixes)
  }

  @Test("A phone that cannot have come far enough makes no checks until its path bends")
  func fewChecks() throws {
    // 500 m at 0.1 m/s take 5,000 s. In the 4,800 s of the walk there are 480 checks. The path
    // bends every 300 s. Of the 30 checks until then, two are made: the first and the last. So
    // about 480 - 16 × 2 = 448 are left out.
    func events(leavesOutChecks: Bool) throws -> Int {
      let bench = Bench(
        World([.walk(minutes: 80, metersPerSecond: 0.1)]),
        fixed: ["significant.connectivityTriggerProbability": 0], script: watching())
      try run(bench, toMinute: 80, leavesOutChecks: leavesOutChecks)
      return bench.phone.eventCount
    }
    let leftOut = try events(leavesOutChecks: false) - events(leavesOutChecks: true)
    #expect((440...450).contains(leftOut))
  }

  @Test(
    "In the returned time a phone covers less than the given distance, but not much less",
    arguments: [-84, -60, -45, -1, 0, 30, 52, 70, 79.9, 84.6])
  func timeOnStraightPath(degreesNorth: Double) throws {
    let start = Coordinate(latitude: degreesNorth, longitude: 20)
    let end = morning + .hours(2)
    let path = Trajectory(
      knots: [
        Knot(time: morning, coordinate: start, speedMetersPerSecond: 10),
        Knot(time: end, coordinate: Coordinate(latitude: degreesNorth + 0.3, longitude: 20.4)),
      ],
      spans: [Span(start: morning, end: end, firstKnot: 0, lastKnot: 1, mode: .cycling)])
    let phone = Bench(
      World(
        calendar: .utc, places: [], person: path, phone: path,
        cells: CellLayout(spacingMeters: 500, chance: SeededRandom(seed: 1)),
        segments: [Segment(start: morning, end: end)]),
      script: nil
    ).phone
    var cursor = TrajectoryCursor()
    for meters in [1.0, 50, 700, 4999, 20_000] {
      let time = phone.timeOnStraightPath(from: start, forMeters: meters)
      let moved = start.distanceMeters(
        to: cursor.position(at: morning + time, on: path).coordinate)
      // It counts with 2 % more than the present speed, and with at most 5 km.
      #expect(moved < meters && moved > 0.96 * min(meters, 5000), "\(meters) m")
    }
  }
}
