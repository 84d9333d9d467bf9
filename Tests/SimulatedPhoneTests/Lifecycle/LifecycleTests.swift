import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Life cycle")
struct LifecycleTests {
  private let idle = World([.still(minutes: 60)])

  @Test("LIFE-1: an app that does nothing is suspended 5 to 10 s after leaving the foreground")
  func suspension() throws {
    for seed in UInt64(1)...20 {
      let bench = try Bench(
        idle, seed: seed, person: .opens(atMinute: 0, forSeconds: 60), script: TestApp.Script()
      ).run(toMinute: 5)
      let suspension = try #require(bench.watch.suspensions.first)
      #expect((5...10).contains((suspension - .minute(1)).seconds))
      #expect(
        bench.log.calls.map(\.name) == [
          "launch userOpened", "active", "authorization always", "inactive", "background",
        ])
    }
  }

  @Test("LIFE-2: a background task gives 30 s, whenever it was begun")
  func backgroundTask() throws {
    var token: BackgroundTaskToken?
    let script = TestApp.Script(becameActive: { app in
      token = app.phone.application.beginBackgroundTask(named: "work") {
        app.receive("expired") {
          if let token { app.phone.application.endBackgroundTask(token) }
        }
      }
    })
    let bench = try Bench(
      idle, person: .opens(atMinute: 0, forSeconds: 100), script: script
    ).run(toMinute: 10)
    #expect(bench.log.times("expired") == [.second(130)])
    #expect(bench.watch.suspensions.map { ($0 - .second(130)).seconds } == [0])
  }

  @Test("LIFE-2: a task that is not ended in time gets the app killed; one ended early suspends it")
  func overrun() throws {
    let neverEnding = TestApp.Script(enteredBackground: { app in
      _ = app.phone.application.beginBackgroundTask(named: "work") { app.receive("expired") }
    })
    let bench = try Bench(idle, script: neverEnding).run(toMinute: 10)
    #expect(bench.log.times("expired") == [.second(31)])
    #expect(bench.watch.deaths.map { ($0 - .second(31)).seconds } == [1])
    #expect(bench.log.count("terminate") == 0)

    let tidy = TestApp.Script(enteredBackground: { app in
      let token = app.phone.application.beginBackgroundTask(named: "work") {}
      _ = app.schedule(after: .seconds(15.0), "done") {
        if let token { app.phone.application.endBackgroundTask(token) }
      }
    })
    let other = try Bench(idle, script: tidy).run(toMinute: 10)
    #expect(other.watch.suspensions == [.second(16)])
  }

  @Test(
    "LIFE-3, LIFE-4: a suspended app of 50 MB lives for the mean time, one of 150 MB a third of it")
  func memoryPressure() throws {
    func meanHours(megabytes: Double) throws -> Double {
      var manifest = AppManifest.everything
      manifest.suspendedFootprintMegabytes = megabytes
      let world = World([.still(minutes: 80 * 60, network: .none)])
      return try (UInt64(1)...300).map { seed in
        let bench = Bench(
          world, fixed: ["app.memoryKillMeanSeconds": 6 * 3600], seed: seed, manifest: manifest,
          script: TestApp.Script())
        while bench.watch.deaths.isEmpty {
          guard try bench.phone.step(until: world.end) else { break }
        }
        return (bench.phone.now - morning).seconds / 3600
      }.mean
    }
    // The times are exponential: the standard error of the mean of 300 is 6 h / 17 = 0.35 h.
    #expect(abs(try meanHours(megabytes: 50) - 6) < 1.2)
    #expect(abs(try meanHours(megabytes: 150) - 2) < 0.4)
  }

  @Test("LIFE-4: beside a camera or a game it lives half an hour to two hours, an hour here")
  func memoryInUse() throws {
    let world = World([.still(minutes: 40 * 60, network: .none)])
    func meanHours(_ use: Double) throws -> Double {
      try (UInt64(1)...300).map { seed in
        let bench = Bench(
          world,
          fixed: ["app.memoryKillMeanSeconds": 1e12, "app.memoryKillMeanSecondsInUse": 3600],
          seed: seed, script: TestApp.Script())
        try bench.run(toMinute: 1)
        bench.phone.apps.setMemoryUse(use)
        while bench.watch.deaths.isEmpty {
          guard try bench.phone.step(until: world.end) else { break }
        }
        return (bench.phone.now - morning).seconds / 3600
      }.mean
    }
    // The standard error of the mean of 300 is 1 h / 17. Half the memory means half the hazard.
    #expect(abs(try meanHours(1) - 1) < 0.2)
    #expect(abs(try meanHours(0.5) - 2) < 0.4)
    #expect(try meanHours(0) == 40)
    #expect(OtherUse.camera.memoryIntensity == 1 && OtherUse.game.memoryIntensity == 1)
    for seed in UInt64(1)...50 {
      let bench = Bench(idle, seed: seed, script: nil)
      #expect((1800...7200).contains(bench.model.system.life.memoryKillMeanSecondsInUse))
    }
  }

  @Test("LIFE-4: the mean time itself lies in 4 to 12 h, and is one phone's for all its days")
  func memoryTrait() {
    for seed in UInt64(1)...50 {
      let bench = Bench(idle, seed: seed, script: nil)
      #expect((4 * 3600...12 * 3600).contains(bench.model.system.life.memoryKillMeanSecondsIdle))
    }
  }

  @Test("LIFE-3: an app that runs is not reclaimed")
  func runningIsSafe() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    let bench = try Bench(
      World([.still(minutes: 24 * 60)]), fixed: ["app.memoryKillMeanSeconds": 1800],
      script: script
    ).run()
    #expect(bench.watch.deaths.isEmpty)
  }

  @Test("LIFE-6, BGT-9: after a force quit no refresh task runs until the app is opened")
  func forceQuitStopsTasks() throws {
    let script = TestApp.Script(launched: { app, _ in
      _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
        app.receive("task") { task.setTaskCompleted(success: true) }
        try? app.phone.backgroundTasks.submit(
          BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
      }
      try? app.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
    })
    for seed in UInt64(1)...5 {
      let world = World([.still(minutes: 48 * 60)])
      let person =
        .opensAndLeaves + [PersonAction].does(.forceQuitsApp, atMinute: 30)
        + .opens(atMinute: 24 * 60, forSeconds: 10)
      let bench = try Bench(
        world, fixed: ["refresh.perDay": 20], seed: seed, person: person, script: script
      ).run()
      #expect(bench.log.times("task").filter { $0 > .minute(30) && $0 < .minute(24 * 60) }.isEmpty)
      #expect(bench.log.times("task").contains { $0 > .minute(24 * 60) })
    }
  }

  @Test("LIFE-6: a restart forgets the force quit")
  func restartForgets() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    // On iOS 26 nothing launches an app that was force-quit (SLC-12).
    let bench = Bench(World([.drive(minutes: 120)]), system: "ios-26", script: script)
    try bench.run(toMinute: 5)
    bench.phone.apps.forceQuit()
    try bench.run(toMinute: 60)
    #expect(bench.log.launches == ["launch userOpened"])
    bench.phone.reboot()
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch unknown"], "BG-11")
  }

  @Test("LIFE-7: significant changes and regions relaunch an app that crashed, or lost its memory")
  func relaunch() throws {
    let region = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoring(
        CircularRegion(identifier: "home", center: home, radiusMeters: 150))
    })
    let changes = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    for (script, reason) in [(region, "launch region"), (changes, "launch significantChange")] {
      for cause in [AppDeath.crash, .memoryPressure, .watchdog, .appUpdate] {
        let bench = Bench(
          World([.still(minutes: 10), .drive(minutes: 60)]),
          fixed: ["region.missedExitProbability": 0, "app.memoryKillMeanSeconds": 1e9],
          script: script)
        try bench.run(toMinute: 5)
        bench.phone.killApp(cause)
        #expect(bench.phone.currentStatus.app == .dead(cause, mayBeWoken: true))
        try bench.run()
        #expect(bench.log.launches == ["launch userOpened", reason], "\(cause)")
      }
    }
  }

  @Test("LIFE-7: standard updates alone do not relaunch a killed app")
  func noRelaunchByStandardUpdates() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    let bench = Bench(World([.drive(minutes: 240)]), script: script)
    try bench.run(toMinute: 5)
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened"])
    #expect(bench.log.fixes(from: .minute(5.1)).isEmpty)
    #expect(bench.phone.power.ledger.watts(.gnss, .standardUpdates) == 0)
    #expect(bench.phone.currentStatus.app == .dead(.crash, mayBeWoken: false))
  }

  @Test("LIFE-14: nor does one whose memory is taken, or that crashes, hangs or is used up")
  func silentDeaths() throws {
    for cause in AppDeath.allCases {
      let bench = try Bench(idle, person: .opens(atMinute: 0), script: TestApp.Script())
        .run(toMinute: 1)
      bench.phone.killApp(cause)
      let isSilent: Set<AppDeath> = [
        .memoryPressure, .crash, .watchdog, .processorLimit, .backgroundTaskOverrun,
      ]
      #expect(bench.log.count("terminate") == (isSilent.contains(cause) ? 0 : 1), "\(cause)")
    }
  }

  @Test("LIFE-14: an app that runs hears that it is ended, a suspended one does not")
  func termination() throws {
    func terminations(_ quitAtMinute: Double) throws -> Int {
      let bench = try Bench(
        idle,
        person: .opens(atMinute: 0, forSeconds: 120)
          + [PersonAction].does(.forceQuitsApp, atMinute: quitAtMinute), script: TestApp.Script()
      ).run()
      #expect(bench.watch.deaths == [.minute(quitAtMinute)])
      return bench.log.count("terminate")
    }
    #expect(try terminations(1) == 1)  // in the foreground
    #expect(try terminations(2.05) == 1)  // in the background, 3 s after leaving
    #expect(try terminations(10) == 0)  // suspended
  }

  @Test("SLC-13: with Background App Refresh off no event launches or wakes the app")
  func refreshSwitchOff() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try Bench(
      World([.drive(minutes: 60)]),
      permissions: AppPermissions(isBackgroundRefreshOn: false), script: script
    ).run()
    #expect(bench.watch.wakeUps.count == 1)  // only on leaving the foreground
    #expect(bench.log.fixes(from: .minute(1)).isEmpty)
  }

  @Test("An app that is installed later is not there before, and has to be opened")
  func installedLater() throws {
    let bench = try Bench(
      idle,
      person: .opensAndLeaves + .does(.installsApp, atMinute: 10)
        + .opens(atMinute: 20, forSeconds: 5), script: TestApp.Script()
    ).run()
    #expect(bench.log.times("launch userOpened") == [.minute(20)])
  }

  @Test("An app that is installed later is killed for its memory too")
  func installedLaterAndKilled() throws {
    // It lives ten minutes on average, so that it survives twelve hours once in e⁷⁰ runs.
    for use in [0.0, 1] {
      let world = World([.still(minutes: 12 * 60, network: .none)])
      let idle = use == 0 ? 600 : 1e12
      let bench = Bench(
        world, fixed: ["app.memoryKillMeanSeconds": idle, "app.memoryKillMeanSecondsInUse": 600],
        person: .does(.installsApp, atMinute: 10) + .opens(atMinute: 20, forSeconds: 5),
        script: TestApp.Script())
      bench.phone.apps.setMemoryUse(use)
      try bench.run()
      #expect(bench.watch.deaths.count == 1)
    }
  }

  @Test("An app is told of battery changes while it runs and monitors the battery")
  func powerChanges() throws {
    let places = [Place(name: "home", coordinate: home, hasCharger: true)]
    var levels: [Double] = []
    var states: [BatteryState] = []
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.phone.device.isBatteryMonitoringEnabled = true
      app.phone.device.onPowerChange = {
        app.receive("power") {
          levels.append(app.phone.device.batteryLevel)
          states.append(app.phone.device.batteryState)
        }
      }
    })
    let world = World([.walk(minutes: 240), .still(minutes: 60, place: 0)], places: places)
    let bench = try Bench(world, battery: 0.8, script: script).run()
    let falling = zip(levels, states).filter { $0.1 == .unplugged }.map(\.0)
    #expect(falling.count > 3)
    #expect(zip(falling, falling.dropFirst()).allSatisfy { abs($0 - $1 - 0.01) < 1e-9 })
    #expect(states.contains(.charging))
    #expect(bench.log.nested.isEmpty)
  }
}
