import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("HTTP requests")
struct NetworkTests {
  private let request = HTTPRequest(
    method: "POST", url: "https://example.org", body: Array(repeating: 65, count: 1000))
  private let walk = World([.walk(minutes: 60)])
  private let lossless = ["network.transferFailuresPerSecond": 0.0, "network.serverSeconds": 0.3]

  private func sending() -> TestApp.Script {
    TestApp.Script(launched: { app, launch in
      if launch.reason == .userOpened { app.send(request) }
    })
  }

  @Test("An answer comes after promotion, burst and the server's time; the request is the one sent")
  func roundTrip() throws {
    let server = TestServer()
    let bench = try Bench(
      walk, fixed: lossless, person: .opens(atMinute: 0), server: server, script: sending()
    ).run(toMinute: 1)
    // RAD-13: 0.2 s of promotion and 0.15 s of burst.
    #expect(server.requests.map(\.at) == [.second(0.35)])
    #expect(server.requests.map(\.request) == [request])
    // The answer's headers arrive at 20 Mbit/s.
    #expect(bench.log.times("answer 200") == [.second(0.65016)])
  }

  @Test("A kill after the server took the request: the app never hears")
  func killedBeforeTheAnswer() throws {
    let server = TestServer()
    let bench = Bench(
      walk, fixed: lossless, person: .opens(atMinute: 0), server: server, script: sending())
    while server.requests.isEmpty { _ = try bench.phone.step(until: bench.world.end) }
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(server.requests.count == 1)
    #expect(!bench.log.calls.contains { $0.name.contains("answer") })
  }

  @Test("A kill in mid-transfer: neither the server nor the app has anything")
  func killedInTransfer() throws {
    let server = TestServer()
    let bench = Bench(
      walk, fixed: lossless, person: .opens(atMinute: 0), server: server, script: sending())
    try bench.phone.run(until: .second(0.2))
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(server.requests.isEmpty)
    #expect(!bench.log.calls.contains { $0.name.contains("answer") })
  }

  @Test("An answer to a suspended app waits until it runs again; after a minute it is lost")
  func suspendedInMidRequest() throws {
    func answers(reopenedAfter seconds: Double) throws -> [String] {
      let script = TestApp.Script(enteredBackground: { app in
        // The app sends so late that it is suspended before the answer arrives.
        _ = app.schedule(after: .seconds(4.9), "send") { app.send(request) }
      })
      let server = TestServer()
      let fixed = lossless.merging(
        ["app.backgroundGraceSeconds": 5], uniquingKeysWith: { $1 })
      let bench = try Bench(
        walk, fixed: fixed,
        person: .opensAndLeaves + .opens(atMinute: seconds / 60 + 0.1), server: server,
        script: script
      ).run(toMinute: 10)
      #expect(server.requests.count == 1)
      let answer = bench.log.calls.filter { $0.name.contains("answer") }
      #expect(answer.allSatisfy { $0.at == .minute(seconds / 60 + 0.1) })
      return answer.map(\.name)
    }
    #expect(try answers(reopenedAfter: 30) == ["answer 200"])
    #expect(try answers(reopenedAfter: 120) == ["no answer: networkConnectionLost"])
  }

  @Test("A long transfer in the foreground is not lost for its length")
  func longTransfer() throws {
    let script = TestApp.Script(launched: { app, _ in
      var long = request
      // 50 MB at 5 Mbit/s: 80 s.
      long.body = Array(repeating: 65, count: 50_000_000)
      long.timeout = .minutes(5)
      app.send(long)
      long.timeout = .minutes(1)
      app.send(long)
    })
    let bench = try Bench(
      walk, fixed: lossless, person: .opens(atMinute: 0), server: TestServer(), script: script
    ).run()
    #expect(bench.log.count("answer 200") == 1)
    #expect(bench.log.times("no answer: timedOut") == [.minute(1)])
  }

  @Test("During an outage the server cannot be reached; without a network nothing is tried")
  func unreachable() throws {
    let script = TestApp.Script(launched: { app, _ in
      for minute in [1.0, 10, 20, 40] {
        _ = app.schedule(after: .seconds(minute * 60), "send") { app.send(request) }
      }
    })
    let server = TestServer()
    let outage = ServerOutage(start: .minute(5), end: .minute(20))
    let world = World([.walk(minutes: 30), .walk(minutes: 30, network: .none)])
    let bench = try Bench(
      world, fixed: lossless, person: .opens(atMinute: 0), server: server, outages: [outage],
      script: script
    ).run()
    #expect(server.requests.count == 2)
    #expect(bench.log.times("no answer: cannotConnectToHost") == [.second(602)])
    #expect(bench.log.count("no answer: notConnectedToInternet") == 1)
  }

  @Test(
    "A server that is slow, hangs or breaks off has the request, and the app learns it late or never"
  )
  func wrongServer() throws {
    let server = TestServer()
    let answer = HTTPResponse(status: 200)
    server.replies = [
      .answers(answer, after: .seconds(20 as Int64)), .answers(answer, after: .minutes(2)),
      .hangs, .breaksOff,
    ]
    let script = TestApp.Script(launched: { app, _ in
      for minute in [0.0, 5, 10, 15] {
        _ = app.schedule(after: .seconds(minute * 60), "send") { app.send(request) }
      }
    })
    let bench = try Bench(
      walk, fixed: lossless, person: .opens(atMinute: 0), server: server, script: script
    ).run()
    #expect(server.requests.count == 4)
    // The time of the round trip, and 20 s more.
    #expect(bench.log.times("answer 200") == [.second(20.65016)])
    // The request's timeout of a minute counts from the end of the upload, 0.35 s after the start.
    #expect(bench.log.times("no answer: timedOut") == [.second(360.35), .second(660.35)])
    #expect(bench.log.times("no answer: networkConnectionLost") == [.second(900.65016)])
  }

  @Test("Failures are a rate per second of transfer, so long transfers fail oftener")
  func failureRate() throws {
    func share(bytes: Int) throws -> Double {
      var failed = 0
      let script = TestApp.Script(launched: { app, _ in
        var batch = request
        batch.body = Array(repeating: 65, count: bytes)
        _ = app.schedule(after: .seconds(30.0), repeats: true, "send") { app.send(batch) }
      })
      for seed in UInt64(1)...20 {
        let bench = try Bench(
          World([.walk(minutes: 200)]),
          fixed: ["network.transferFailuresPerSecond": 0.05], seed: seed,
          person: .opens(atMinute: 0), server: TestServer(), script: script
        ).run()
        failed += bench.log.count("no answer: networkConnectionLost")
      }
      return Double(failed) / 20 / 400
    }
    // 1 MB at 5 Mbit/s takes 1.6 s, with promotion 1.8 s: 1 - exp(-0.09) = 0.086.
    #expect(abs(try share(bytes: 1_000_000) - 0.086) < 0.012)
    // The shortest burst, 0.35 s: 0.017.
    #expect(abs(try share(bytes: 100) - 0.017) < 0.006)
  }

  @Test("A running app gets each change of the network, a suspended one the latest at its resume")
  func reachabilityChanges() throws {
    var seen: [Reachability] = []
    let script = TestApp.Script(launched: { app, _ in
      app.phone.http.onReachabilityChange = { [unowned app] in
        app.receive("reachability") { seen.append(app.phone.http.reachability) }
      }
    })
    func switches(_ isOn: Bool, _ minute: Double) -> [PersonAction] {
      .does(.switches(.airplaneMode, isOn: isOn), atMinute: minute)
    }
    // The app runs from 0 to 20 min, then is suspended until 50 min.
    let bench = Bench(
      World([.walk(minutes: 60)]),
      person: .opens(atMinute: 0, forSeconds: 1200) + switches(true, 10) + switches(false, 11)
        + switches(true, 25) + switches(false, 30) + switches(true, 40)
        + .opens(atMinute: 50, forSeconds: 60), script: script)
    try bench.run(toMinute: 49)
    #expect(bench.log.times("reachability") == [.minute(10), .minute(11)])
    #expect(seen == [.none, .cellular])
    try bench.run()
    #expect(bench.log.times("reachability").last == .minute(50))
    #expect(seen == [.none, .cellular, .none])
    #expect(bench.log.nested.isEmpty)
  }

  @Test("A suspended app gets no call if the network is the same again at its resume")
  func unchangedReachability() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.phone.http.onReachabilityChange = { [unowned app] in app.receive("reachability") }
    })
    let bench = Bench(
      World([.walk(minutes: 60)]),
      person: .opens(atMinute: 0, forSeconds: 60)
        + .does(.switches(.airplaneMode, isOn: true), atMinute: 25)
        + .does(.switches(.airplaneMode, isOn: false), atMinute: 30)
        + .opens(atMinute: 50, forSeconds: 60), script: script)
    try bench.run()
    #expect(bench.log.count("reachability") == 0)
  }
}

@Suite("Timers")
struct TimerTests {
  private let idle = World([.still(minutes: 60)])

  @Test("A timer fires once, a repeating one each period, a cancelled one never")
  func plain() throws {
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .seconds(5.0), "once") {}
      let repeating = app.schedule(after: .seconds(2.0), repeats: true, "each") {}
      let cancelled = app.schedule(after: .seconds(3.0), "cancelled") {}
      app.phone.clock.cancel(cancelled)
      app.phone.clock.cancel(cancelled)
      _ = app.schedule(after: .seconds(9.0), "stop") { app.phone.clock.cancel(repeating) }
      app.phone.clock.cancel(TimerToken(rawValue: .max - 1))
      _ = app.schedule(after: .seconds(-5.0), "late") {}
    })
    let bench = try Bench(idle, person: .opens(atMinute: 0), script: script).run()
    #expect(bench.log.times("once") == [.second(5)])
    #expect(bench.log.times("each") == [2, 4, 6, 8].map { .second($0) })
    #expect(bench.log.count("cancelled") == 0)
    #expect(bench.log.times("late") == [morning])
  }

  @Test("A timer that cancels itself while it repeats is over, and its slot is not given again")
  func slotsAreNotReused() throws {
    var tokens: [TimerToken] = []
    let script = TestApp.Script(launched: { app, _ in
      let first = app.schedule(after: .seconds(1.0), repeats: true, "first") {
        app.phone.clock.cancel(tokens[0])
        tokens.append(app.schedule(after: .seconds(1.0), "second") {})
        app.phone.clock.cancel(tokens[0])
      }
      tokens.append(first)
    })
    let bench = try Bench(idle, person: .opens(atMinute: 0), script: script).run(toMinute: 1)
    #expect(bench.log.count("first") == 1)
    #expect(bench.log.count("second") == 1)
    #expect(Set(tokens).count == 2)
  }

  @Test(
    "What came due while the app was suspended fires once when it runs again, and goes on from there"
  )
  func suspended() throws {
    let script = TestApp.Script(launched: { app, launch in
      _ = app.schedule(after: .minutes(1), repeats: true, "each") {}
      _ = app.schedule(after: .minutes(2), "once") {}
    })
    let bench = try Bench(
      idle, fixed: ["app.memoryKillMeanSeconds": 1e9],
      person: .opensAndLeaves + .opens(atMinute: 30), script: script
    ).run(toMinute: 33.5)
    #expect(bench.log.times("once") == [.minute(30)])
    #expect(bench.log.times("each") == [30, 31, 32, 33].map { .minute($0) })
    #expect(bench.log.nested.isEmpty)
  }

  @Test("A repeating timer without length does not stop time")
  func noLivelock() throws {
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .zero, repeats: true, "spin") {}
    })
    let bench = try Bench(idle, person: .opens(atMinute: 0), script: script).run(toMinute: 0.5)
    #expect(bench.log.count("spin") == 30_000)
  }
}
