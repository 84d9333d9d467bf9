import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Sessions in the background")
struct BackgroundSessionTests {
  private let drive = World([.drive(minutes: 60)])

  @Test("BG-1: updates started in the foreground keep the app running in the background")
  func keptAlive() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    let bench = try Bench(drive, script: script).run()
    #expect(bench.watch.suspensions.isEmpty)
    #expect(bench.log.fixes(from: .minute(59)).count >= 60)
  }

  @Test("BG-1: with background updates off, the default, the app is suspended and hears nothing")
  func notAllowed() throws {
    let script = TestApp.Script(launched: { app, _ in
      #expect(!app.manager.allowsBackgroundLocationUpdates)
      app.manager.startUpdatingLocation()
    })
    let bench = try Bench(drive, script: script).run()
    let suspension = try #require(bench.watch.suspensions.first)
    // LIFE-1: 5 to 10 s after the user left the app, which was a second after the start.
    #expect((6...11).contains((suspension - morning).seconds))
    #expect(bench.log.fixes(from: suspension).isEmpty)
    #expect(bench.phone.power.ledger.watts(.gnss, .standardUpdates) == 0)
  }

  @Test("BG-1: background updates are refused to an app that does not declare the mode")
  func notDeclared() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      #expect(!app.manager.allowsBackgroundLocationUpdates)
    })
    let bench = try Bench(drive, manifest: AppManifest(name: "bare"), script: script).run()
    #expect(bench.watch.suspensions.count == 1)
  }

  @Test("BG-1: taking the permission back in the background lets the app be suspended")
  func takenBack() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .minutes(10), "take back") {
        app.manager.allowsBackgroundLocationUpdates = false
      }
    })
    let bench = try Bench(drive, script: script).run()
    let suspension = try #require(bench.watch.suspensions.first)
    #expect((5...10).contains((suspension - .minute(10)).seconds))
  }

  @Test("BG-2: a session started in a refresh task ends with the task")
  func startedInTask() throws {
    let script = TestApp.Script(launched: { app, _ in
      _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
        app.receive("task") { app.startTracking() }
        _ = app.schedule(after: .seconds(20.0), "done") { task.setTaskCompleted(success: true) }
      }
      try? app.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
    })
    let bench = try Bench(
      World([.drive(minutes: 24 * 60, metersPerSecond: 5)]),
      fixed: ["refresh.cutShortProbability": 0, "app.memoryKillMeanSeconds": 1e9], script: script
    ).run()
    let task = try #require(bench.log.times("task").first)
    #expect(bench.log.fixes(from: task, to: task + .seconds(20.0)).count >= 2)
    #expect(bench.log.fixes(from: task + .seconds(31.0)).isEmpty)
    #expect(bench.watch.suspensions.contains { (20...31).contains(($0 - task).seconds) })
  }

  @Test("BG-2: a session started in a significant-change wake-up lasts")
  func startedInSignificantChange() throws {
    let script = TestApp.Script(
      launched: { app, _ in app.manager.startMonitoringSignificantLocationChanges() },
      updated: { app, _ in
        if app.phone.clock.now > .minute(5) { app.startTracking() }
      })
    let bench = try Bench(World([.drive(minutes: 120)]), script: script).run()
    #expect(bench.log.fixes(from: .minute(119)).count >= 60)
  }

  @Test(
    "BG-2: a relaunched app may start a lasting session while it launches for a significant change")
  func startedInRelaunch() throws {
    let script = TestApp.Script(launched: { app, launch in
      app.manager.startMonitoringSignificantLocationChanges()
      if launch.reason == .significantChange { app.startTracking() }
    })
    let bench = Bench(World([.drive(minutes: 120)]), script: script)
    try bench.run(toMinute: 1)
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch significantChange"])
    #expect(bench.log.fixes(from: .minute(119)).count >= 60)
  }

  @Test(
    "A session stopped and started in one callback in the background still keeps the app running")
  func restarted() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .minutes(10), "restart") {
        app.manager.stopUpdatingLocation()
        app.manager.desiredAccuracy = .hundredMeters
        app.manager.startUpdatingLocation()
      }
    })
    let bench = try Bench(drive, script: script).run()
    #expect(bench.watch.suspensions.isEmpty)
    #expect(bench.log.fixes(from: .minute(50)).count > 60)
    #expect(bench.phone.power.ledger.watts(.gnss, .standardUpdates) == 0)
  }

  struct Session: Sendable, CustomTestStringConvertible {
    var system = "ios-17"
    var accuracy = DesiredAccuracy.best
    var filterMeters: Double?
    var showsIndicator = false
    var watchesChanges = true
    var lives: Bool

    var testDescription: String {
      "\(system) \(accuracy) filter \(filterMeters ?? 0) indicator \(showsIndicator) "
        + "changes \(watchesChanges): \(lives ? "lives" : "is suspended")"
    }
  }

  @Test(
    "BG-3: from iOS 16.4 a low-grade session beside significant changes needs the indicator",
    arguments: [
      Session(lives: true),
      Session(accuracy: .hundredMeters, lives: true),
      Session(filterMeters: 10, lives: false),
      Session(accuracy: .kilometer, lives: false),
      Session(accuracy: .threeKilometers, lives: false),
      Session(filterMeters: 10, showsIndicator: true, lives: true),
      Session(accuracy: .threeKilometers, showsIndicator: true, lives: true),
      Session(filterMeters: 10, watchesChanges: false, lives: true),
      Session(system: "ios-16", filterMeters: 10, lives: false),
      Session(system: "ios-15", filterMeters: 10, lives: true),
      Session(system: "ios-15", accuracy: .threeKilometers, lives: true),
    ])
  func lowGrade(session: Session) throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.showsBackgroundLocationIndicator = session.showsIndicator
      app.startTracking(session.accuracy, filterMeters: session.filterMeters)
      if session.watchesChanges { app.manager.startMonitoringSignificantLocationChanges() }
    })
    // A walk so slow that no significant change wakes the app.
    let world = World([.walk(minutes: 20, metersPerSecond: 0.1)])
    for seed in UInt64(1)...5 {
      let bench = try Bench(
        world, system: session.system, seed: seed, script: script
      ).run()
      let suspension = bench.watch.suspensions.first
      #expect((suspension == nil) == session.lives)
      // 5 to 15 s after the app was left, which was a second after the start.
      if let suspension { #expect((6...16).contains((suspension - morning).seconds)) }
    }
  }

  @Test("BG-3: a filter set in the background makes a good session low-grade")
  func filterSetLater() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.startMonitoringSignificantLocationChanges()
      _ = app.schedule(after: .minutes(2), "filter") { app.manager.distanceFilterMeters = 10 }
    })
    let bench = try Bench(drive, script: script).run(toMinute: 5)
    let suspension = try #require(bench.watch.suspensions.first)
    #expect((5...15).contains((suspension - .minute(2)).seconds))
  }

  @Test("BG-3: a When In Use session started in use goes on in the background")
  func whenInUseGoesOn() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking(.best, filterMeters: 10)
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try Bench(
      drive, permissions: AppPermissions(location: .whenInUse), script: script
    ).run()
    #expect(bench.watch.suspensions.isEmpty)
    #expect(bench.log.fixes(from: .minute(59)).count > 20)
  }

  @Test("BG-5: to a When In Use app fixes come for 2 to 5 s after it has left the foreground")
  func whenInUseGrace() throws {
    let script = TestApp.Script(launched: { app, _ in app.manager.startUpdatingLocation() })
    for seed in UInt64(1)...10 {
      let bench = try Bench(
        drive, seed: seed, permissions: AppPermissions(location: .whenInUse),
        person: .opens(atMinute: 0, forSeconds: 120), script: script
      ).run()
      let last = try #require(bench.log.fixes.last)
      #expect((1...5).contains((last.at - .minute(2)).seconds))
      #expect(bench.phone.power.ledger.watts(.gnss, .standardUpdates) == 0)
    }
  }

  @Test("BG-5: significant changes and regions do not reach a When In Use app in the background")
  func whenInUseEvents() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      app.manager.startMonitoring(
        CircularRegion(identifier: "home", center: home, radiusMeters: 100))
    })
    let bench = Bench(
      drive, permissions: AppPermissions(location: .whenInUse), script: script)
    try bench.run(toMinute: 1)
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened"])
    #expect(bench.log.count("exit home") == 0)
  }

  @Test("A denied app gets an error, and nothing else, indicator or not")
  func denied() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.showsBackgroundLocationIndicator = true
      app.startTracking()
      app.manager.requestLocation()
      app.manager.startMonitoringSignificantLocationChanges()
      app.manager.startMonitoring(
        CircularRegion(identifier: "home", center: home, radiusMeters: 100))
    })
    let bench = try Bench(
      drive, permissions: AppPermissions(location: .denied), script: script
    ).run()
    #expect(bench.log.count("error denied") == 3)
    #expect(bench.log.count("unwatched home regionMonitoringDenied") == 1)
    #expect(bench.log.fixes.isEmpty)
    #expect(bench.joules(.gnss) + bench.joules(.networkPositioning) == 0)
  }

  @Test("An app that is not permitted yet gets its fixes as soon as the person has agreed")
  func permittedLater() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.requestAlwaysAuthorization()
    })
    let bench = try Bench(
      drive,
      permissions: AppPermissions(location: .notDetermined, replies: PromptReplies(all: .allows)),
      person: .opens(atMinute: 0, forSeconds: 30), script: script
    ).run()
    let answer = try #require(bench.log.times("authorization always").first)
    #expect(bench.log.fixes(from: morning, to: answer).isEmpty)
    #expect(bench.log.fixes(from: .minute(59)).count >= 60)
  }

  @Test(
    "EN-5: an idle session of 100 m without a filter stays alive on iOS 16.4 and later, for some tenths of a per cent an hour"
  )
  func idleSession() throws {
    let desk = World([.still(minutes: 600)])
    let fixed = [
      "app.memoryKillMeanSeconds": 1e9, "significant.connectivityTriggerProbability": 0,
      "significant.idleTriggerSeconds": 1e8,
    ]
    func script(filterMeters: Double?) -> TestApp.Script {
      TestApp.Script(launched: { app, _ in
        app.manager.startMonitoringSignificantLocationChanges()
        app.startTracking(.hundredMeters, filterMeters: filterMeters)
      })
    }
    for system in ["ios-16", "ios-17", "ios-18", "ios-26"] {
      let filtered = try Bench(
        desk, system: system, fixed: fixed, script: script(filterMeters: 10)
      ).run()
      #expect(filtered.watch.suspensions.count == 1)
    }
    var percents: [Double] = []
    for seed in UInt64(1)...20 {
      let none = try Bench(desk, fixed: fixed, seed: seed, script: TestApp.Script()).run()
      let idle = try Bench(desk, fixed: fixed, seed: seed, script: script(filterMeters: nil)).run()
      #expect(idle.watch.suspensions.isEmpty)
      percents.append((idle.joules - none.joules) / none.phone.battery.capacityJoules * 10)
    }
    #expect((0.2...0.6).contains(percents.quantile(0.5)))
  }
}
