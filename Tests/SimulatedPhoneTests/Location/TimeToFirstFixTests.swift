import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Time to first fix")
struct TimeToFirstFixTests {
  /// Returns the seconds from the start of each session to its first satellite fix. The sessions
  /// start at `minutes`, in the foreground, and last five minutes.
  private func starts(
    _ world: World, atMinutes minutes: [Double], seed: UInt64, readings: [String: String] = [:]
  ) throws -> [Double?] {
    let script = TestApp.Script(launched: { app, _ in
      for minute in minutes {
        _ = app.schedule(after: .seconds(minute * 60), "start") { app.startTracking() }
        _ = app.schedule(after: .seconds(minute * 60 + 300), "stop") {
          app.manager.stopUpdatingLocation()
        }
      }
    })
    let bench = try Bench(
      world, fixed: ["screen.onWatts": 0.1], readings: readings, seed: seed,
      person: .opens(atMinute: 0), script: script
    ).run()
    return minutes.map { minute in
      let first = bench.log.fixes(from: .minute(minute), to: .minute(minute + 5))
        .first { $0.fix.hasSpeed && $0.fix.timestamp >= .minute(minute) }
      return first.map { ($0.at - .minute(minute)).seconds }
    }
  }

  @Test(
    "STD-14: cold with data 5 to 15 s, hot 1 to 3 s, warm 3 to 10 s, cold again after four hours")
  func assisted() throws {
    let world = World([.walk(minutes: 400)])
    for seed in UInt64(1)...20 {
      // By judgment a start is hot for ten minutes after the end of the tail, which is at most half
      // a minute after minute 5.
      let later = try starts(world, atMinutes: [0, 14], seed: seed)
      #expect((1...3).contains(try #require(later[1])))
      let latest = try starts(world, atMinutes: [0, 16], seed: seed)
      #expect((3...10).contains(try #require(latest[1])))
      let seconds = try starts(world, atMinutes: [0, 8, 73, 340], seed: seed)
      #expect((5...15).contains(try #require(seconds[0])))
      #expect((1...3).contains(try #require(seconds[1])))
      #expect((3...10).contains(try #require(seconds[2])))
      #expect((5...15).contains(try #require(seconds[3])))
    }
  }

  @Test(
    "Every start draws its own time, by kind and minute, whatever the tracker did before")
  func drawnPerStart() throws {
    let world = World([.walk(minutes: 400)])
    let minutes = stride(from: 0.0, to: 390, by: 20).map { $0 }
    let all = try starts(world, atMinutes: minutes, seed: 1).compactMap { $0 }
    // Warm starts, 15 min after the end of the session before, take 3 to 10 s.
    let warm = all.dropFirst()
    #expect(warm.count > 15)
    #expect((warm.max() ?? 0) - (warm.min() ?? 0) > 4)
    #expect(abs(Array(warm).mean - 6.5) < 1.5)
    let some = try starts(world, atMinutes: [0, 120, 140], seed: 1).compactMap { $0 }
    #expect(some[0] == all[0])
    #expect(some[1] == all[6])
    #expect(some[2] == all[7])
  }

  @Test(
    "GNSS-16, GNSS-17: a bare receiver starts hot in 1 to 3 s, aided in 2 to 8 s, cold in 26 to 40 s"
  )
  func bareReceiver() throws {
    let bare = ["gnssStart": "bare-receiver"]
    for seed in UInt64(1)...10 {
      let aided = try starts(
        World([.walk(minutes: 100)]), atMinutes: [0, 8, 73], seed: seed, readings: bare)
      #expect((2...8).contains(try #require(aided[0])))
      #expect((1...3).contains(try #require(aided[1])))
      #expect((2...8).contains(try #require(aided[2])))
      let cold = try starts(
        World([.walk(minutes: 10, network: .none)]), atMinutes: [0], seed: seed, readings: bare)
      #expect((26...40).contains(try #require(cold[0])))
    }
  }

  @Test("GNSS-18: without data the ephemeris holds for two hours at least and four at most")
  func ephemeris() throws {
    let world = World([.walk(minutes: 500, network: .none)])
    for seed in UInt64(1)...10 {
      let seconds = try starts(world, atMinutes: [0, 115, 365], seed: seed)
      #expect((3...10).contains(try #require(seconds[1])))
      #expect((30...240).contains(try #require(seconds[2])))
    }
  }

  @Test("STD-14: cold without data 30 to 240 s")
  func unassisted() throws {
    let world = World([.walk(minutes: 10, network: .none)])
    for seed in UInt64(1)...20 {
      let seconds = try starts(world, atMinutes: [0], seed: seed)
      #expect((30...240).contains(try #require(seconds[0])))
    }
  }

  @Test("STD-14: among buildings some starts take 15 to 20 s")
  func hardSky() throws {
    let world = World([.walk(minutes: 1, sky: .urban)])
    var hard = 0
    for seed in UInt64(1)...300 {
      let seconds = try #require(try starts(world, atMinutes: [0], seed: seed)[0])
      #expect((5...20).contains(seconds))
      if seconds > 15 { hard += 1 }
    }
    // A quarter of 300, within four standard errors of 7.5 each.
    #expect((45...105).contains(hard))
  }

  @Test(
    "EN-10: a receiver never gives up without a sky; one that rests does, after a minute or four"
  )
  func givesUp() throws {
    for (network, seconds) in [(NetworkAvailability.cellular, 60.0), (.none, 240)] {
      let script = TestApp.Script(launched: { app, _ in app.startTracking() })
      let world = World([.walk(minutes: 10, sky: .indoors, network: network)])
      let bench = try Bench(
        world, fixed: ["gnss.acquiringWatts": 0.12], readings: ["restingReceiver": "rests"],
        script: script
      ).run()
      #expect(abs(bench.joules(.gnss) - seconds * 0.12) < 1e-9)
      let onAndOn = try Bench(world, fixed: ["gnss.acquiringWatts": 0.12], script: script).run()
      #expect(abs(onAndOn.joules(.gnss) - 600 * 0.12) < 1e-9)
    }
  }

  @Test("A receiver that lost the sky in a tunnel finds it hot again")
  func tunnel() throws {
    let world = World([
      .drive(minutes: 5), .drive(minutes: 3, sky: .none, network: .none), .drive(minutes: 5),
    ])
    for seed in UInt64(1)...10 {
      let script = TestApp.Script(launched: { app, _ in app.startTracking() })
      let bench = try Bench(world, seed: seed, script: script).run()
      #expect(bench.log.fixes(from: .second(301), to: .minute(8)).isEmpty)
      let first = try #require(bench.log.fixes(from: .minute(8)).first { $0.fix.hasSpeed })
      #expect((1...3).contains((first.at - .minute(8)).seconds))
    }
  }

  @Test("A receiver in its tail that has lost the sky does not go on tracking")
  func tailUnderground() throws {
    let world = World([.drive(minutes: 5), .drive(minutes: 5, sky: .none)])
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .seconds(295.0), "stop") { app.manager.stopUpdatingLocation() }
      _ = app.schedule(after: .seconds(305.0), "start") { app.startTracking() }
    })
    let bench = try Bench(
      world, fixed: ["gnss.tailSeconds": 30], person: .opens(atMinute: 0), script: script
    ).run()
    let late = bench.log.fixes(from: .second(305)).filter { $0.fix.timestamp > .second(301) }
    #expect(late.allSatisfy { !$0.fix.hasSpeed })
  }

  @Test("Indoors on the move network positions stand in every few seconds; the open sky ends them")
  func fallback() throws {
    let world = World([
      .walk(minutes: 10, sky: .indoors), .walk(minutes: 10),
    ])
    for seed in UInt64(1)...5 {
      let script = TestApp.Script(launched: { app, _ in app.startTracking() })
      let bench = try Bench(world, seed: seed, script: script).run()
      let inside = bench.log.fixes(from: .minute(2), to: .minute(10)).map(\.at)
      #expect(inside.gaps.allSatisfy { (5...8).contains($0) })
      let outside = bench.log.fixes(from: .minute(11))
      #expect(outside.allSatisfy { $0.fix.hasSpeed })
      #expect((539...541).contains(outside.count))
    }
  }

  @Test("Glimpses of the sky too short for a fix leave one chain of network positions")
  func glimpses() throws {
    var pieces: [Piece] = [.walk(minutes: 5, sky: .indoors)]
    for _ in 1...5 {
      pieces.append(.walk(minutes: 2.0 / 60, sky: .urban))
      pieces.append(.walk(minutes: 3, sky: .indoors))
    }
    let fixed = [
      "network.fixIntervalSeconds": 8, "wifi.fixSeconds": 4, "gnss.coldStartSeconds": 10.0,
    ]
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    let bench = try Bench(World(pieces), fixed: fixed, script: script).run()
    let late = bench.log.fixes(from: .minute(18)).map(\.at)
    #expect(late.count > 10)
    #expect(late.gaps.allSatisfy { abs($0 - 8) < 1e-6 })
  }
}
