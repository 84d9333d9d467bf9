import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Pushes")
struct PushTests {
  private let day = World([.still(minutes: 12 * 60)])
  private let sure = [
    "push.lossProbability": 0, "push.silentPerHourMax": 2, "app.memoryKillMeanSeconds": 1e9,
  ]

  /// An app that registers for pushes at each launch.
  private func registering(
    _ pushed: @escaping (TestApp, @escaping () -> Void) -> Void = { $1() }
  ) -> TestApp.Script {
    TestApp.Script(
      launched: { app, _ in
        app.phone.push.registerForRemoteNotifications { _ in app.receive("token") }
      }, pushed: { app, _, completion in pushed(app, completion) })
  }

  private func pushes(atMinutes minutes: [Double], priority: Int = 5) -> [SimulatedPush] {
    minutes.map {
      SimulatedPush(at: .minute($0), payload: ["id": "\(Int($0))"], priority: priority)
    }
  }

  private func pushed(_ bench: Bench) -> [String] {
    bench.log.calls.map(\.name).filter { $0.hasPrefix("push") }
  }

  @Test("NET-1: two or three silent pushes an hour, however many are sent")
  func rate() throws {
    let sent = pushes(atMinutes: (1...360).map(Double.init))
    for perHour in [2.0, 3] {
      let bench = try Bench(
        day, fixed: sure.merging(["push.silentPerHourMax": perHour], uniquingKeysWith: { $1 }),
        pushes: sent, script: registering()
      ).run(toMinute: 360)
      // At the beginning of each of the six hours, `perHour` pushes are delivered.
      #expect(pushed(bench).count == Int(perHour) * 6)
      #expect(bench.log.count("token") == 1)
      #expect(bench.model.range("push.silentPerHourMax") == 2...3)
    }
  }

  @Test("NET-1: of the pushes in excess one is stored, the newest, and delivered later")
  func queue() throws {
    let bench = try Bench(
      day, fixed: sure, pushes: pushes(atMinutes: [1, 2, 3, 4, 5]), script: registering()
    ).run()
    #expect(pushed(bench) == ["push 1", "push 2", "push 5"])
    // An hour after the first push, which came at 1 min.
    #expect(bench.log.times("push 5") == [.minute(61)])
  }

  @Test("NET-1: a silent push gives up to 30 s, less when the app says that it is done")
  func runTime() throws {
    let long = try Bench(
      day, fixed: sure, pushes: pushes(atMinutes: [10]), script: registering { _, _ in }
    ).run(toMinute: 20)
    #expect(long.watch.suspensions.last == .minute(10.5))
    let short = try Bench(
      day, fixed: sure, pushes: pushes(atMinutes: [10]),
      script: registering { app, completion in
        _ = app.schedule(after: .seconds(4.0), "done") { completion() }
      }
    ).run(toMinute: 20)
    #expect(short.watch.suspensions.last == .second(604))
    #expect(short.log.nested.isEmpty)
  }

  @Test("NET-1: delivery is not guaranteed")
  func loss() throws {
    var delivered = 0
    for seed in UInt64(1)...100 {
      delivered += try Bench(
        day, fixed: ["push.lossProbability": 0.1], seed: seed, pushes: pushes(atMinutes: [10]),
        script: registering()
      ).run(toMinute: 11).log.count("push 10")
    }
    // 90 of 100 are expected, with a standard deviation of 3.
    #expect((80...98).contains(delivered))
  }

  @Test("NET-2: after a force quit no silent push launches the app, until it is opened or a reboot")
  func forceQuit() throws {
    let quit: [PersonAction] = .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1)
    func pushed(_ person: [PersonAction]) throws -> [Instant] {
      try Bench(
        day, fixed: sure, person: quit + person, pushes: pushes(atMinutes: [10, 300]),
        script: registering()
      ).run().log.times("push 300")
    }
    #expect(try pushed([]).isEmpty)
    #expect(try pushed(.opens(atMinute: 200, forSeconds: 1)) == [.minute(300)])
    #expect(try pushed(.does(.rebootsPhone, atMinute: 200)) == [.minute(300)])
  }

  @Test("NET-3: the gates of refreshes hold for silent pushes, but for the one of use")
  func gates() throws {
    func count(days: Double = 0.4, battery: Double = 1, _ shut: (Bench) -> Void) throws -> Int {
      let world = World([.still(minutes: days * 24 * 60)])
      let minute = days * 24 * 60 - 60
      let bench = Bench(
        world, fixed: sure.merging(["refresh.batteryLevelMin": 0.2], uniquingKeysWith: { $1 }),
        battery: battery, pushes: pushes(atMinutes: [minute]), script: registering())
      try bench.run(toMinute: 1)
      shut(bench)
      return try self.pushed(bench.run()).count
    }
    #expect(try count { _ in } == 1)
    #expect(try count(battery: 0.19) { _ in } == 0)
    #expect(try count { $0.phone.isLowPowerModeOn = true } == 0)
    #expect(try count { $0.phone.permissions.isBackgroundRefreshOn = false } == 0)
    #expect(try count { $0.phone.app?.isForceQuit = true } == 0)
    #expect(try count { $0.phone.tasks.budget.spend(gnssSeconds: 1e9, at: .minute(1)) } == 0)
    // After a week without an opening there are no more refreshes, but pushes still come.
    #expect(try count(days: 8) { $0.phone.setPluggedIn(true) } == 1)
  }

  @Test("NET-3: a silent push of priority 10 is refused")
  func priority() throws {
    let bench = try Bench(
      day, fixed: sure, pushes: pushes(atMinutes: [10], priority: 10), script: registering()
    ).run()
    #expect(pushed(bench).isEmpty)
  }

  @Test("NET-3: an app in the foreground has its pushes, whatever the gates say")
  func foreground() throws {
    let bench = try Bench(
      day, fixed: sure, battery: 0.15, person: .opens(atMinute: 0),
      pushes: pushes(atMinutes: [1, 2, 3, 4]), script: registering()
    ).run(toMinute: 5)
    #expect(pushed(bench).count == 4)
  }

  @Test("A push waits for the network, and costs the radio something")
  func network() throws {
    let world = World([.still(minutes: 30, network: .none), .still(minutes: 60)])
    func bench(_ pushes: [SimulatedPush]) throws -> Bench {
      let bench = Bench(
        world, fixed: sure, pushes: pushes,
        script: TestApp.Script(launched: { app, _ in
          app.phone.push.registerForRemoteNotifications { _ in }
        }))
      return try bench.run()
    }
    let with = try bench(pushes(atMinutes: [10]))
    // The phone tries every 15 min.
    #expect(with.log.times("push 10") == [.minute(40)])
    #expect(try with.joules(.wifi) > bench([]).joules(.wifi))
  }

  @Test("An app that did not register, or does not declare the background mode, has none")
  func undeclared() throws {
    let silent = try Bench(
      day, fixed: sure, pushes: pushes(atMinutes: [10]), script: TestApp.Script()
    ).run()
    #expect(pushed(silent).isEmpty)
    let undeclared = try Bench(
      day, fixed: sure, manifest: AppManifest(name: "test", backgroundModes: [.fetch]),
      pushes: pushes(atMinutes: [10]), script: registering()
    ).run()
    #expect(pushed(undeclared).isEmpty)
  }

  @Test("NET-4: a VoIP push wakes the app; without a call it is ended, and after three they stop")
  func calls() throws {
    func bench(reporting: Bool) throws -> Bench {
      let script = TestApp.Script(launched: { app, _ in
        app.phone.push.registerForVoIP({ _ in }) { _ in
          app.receive("call") { if reporting { app.phone.push.reportIncomingCall() } }
        }
      })
      let calls = (1...6).map { SimulatedPush(at: .minute(Double($0) * 20), kind: .voip) }
      return try Bench(day, fixed: sure, pushes: calls, script: script).run()
    }
    let honest = try bench(reporting: true)
    #expect(honest.log.count("call") == 6)
    #expect(honest.watch.deaths.isEmpty)
    let tracker = try bench(reporting: false)
    #expect(tracker.log.times("call") == [.minute(20), .minute(40), .minute(60)])
    #expect(tracker.watch.deaths == [.minute(20), .minute(40), .minute(60)])
  }
}
