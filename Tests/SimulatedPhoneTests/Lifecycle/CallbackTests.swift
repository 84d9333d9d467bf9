import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Callbacks")
struct CallbackTests {
  @Test(
    "No call into the phone calls back from inside",
    arguments: [
      AuthorizationStatus.always, .whenInUse, .denied, .notDetermined,
    ])
  func neverNested(permission: AuthorizationStatus) throws {
    // Each callback makes every call. An answer that came at once would be nested in a callback.
    func everything(_ app: TestApp) {
      guard app.log.calls.count < 2000 || app.log.calls.count % 50 == 0 else { return }
      app.manager.requestAlwaysAuthorization()
      app.startTracking(.hundredMeters)
      app.manager.stopUpdatingLocation()
      app.manager.requestLocation()
      app.startTracking(.best, filterMeters: 5)
      app.manager.startMonitoringSignificantLocationChanges()
      let region = CircularRegion(identifier: "home", center: home, radiusMeters: 100)
      app.manager.startMonitoring(region)
      app.manager.requestState(for: region)
      app.manager.startMonitoring(
        CircularRegion(identifier: "bad", center: home, radiusMeters: 0))
      _ = app.schedule(after: .zero, "zero") {}
      app.send(HTTPRequest(method: "GET", url: "x"))
      let token = app.phone.application.beginBackgroundTask(named: "work") {
        [unowned app] in app.receive("expired")
      }
      if let token { app.phone.application.endBackgroundTask(token) }
      try? app.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
      app.phone.device.isBatteryMonitoringEnabled = true
      app.phone.device.onPowerChange = { [unowned app] in app.receive("power") }
    }
    let script = TestApp.Script(
      launched: { app, _ in
        _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
          app.receive("task") {
            everything(app)
            task.setTaskCompleted(success: true)
          }
        }
        everything(app)
      },
      becameActive: everything, enteredBackground: everything, willTerminate: everything,
      updated: { app, _ in everything(app) }, failed: { app, _ in everything(app) },
      paused: everything, crossed: { app, _ in everything(app) })
    let bench = Bench(
      World([.still(minutes: 30), .drive(minutes: 15), .still(minutes: 30)]),
      fixed: ["refresh.perDay": 90],
      permissions: AppPermissions(
        location: permission, replies: PromptReplies(all: .allows)),
      person: .opens(atMinute: 0, forSeconds: 20) + .opens(atMinute: 40, forSeconds: 20)
        + .does(.forceQuitsApp, atMinute: 70),
      server: TestServer(), script: script)
    try bench.run()
    #expect(bench.log.calls.count > 20)
    #expect(bench.log.nested.isEmpty)
  }

  @Test("A callback that gives up what keeps the app running is not cut short by its suspension")
  func suspensionWaits() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .minutes(5), "stop") {
        app.manager.stopUpdatingLocation()
        #expect(app.phone.clock.schedule(after: .zero, repeats: false) {}.rawValue != .max)
        #expect(app.phone.application.beginBackgroundTask(named: "last") {} != nil)
      }
    })
    let bench = try Bench(
      World([.walk(minutes: 10)]), script: script
    ).run(toMinute: 5.1)
    #expect(bench.watch.suspensions.isEmpty)
  }

  @Test("A wake-up with a window of no length still delivers, and suspends right after")
  func emptyWindow() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try Bench(
      World([.drive(minutes: 60)]),
      fixed: ["app.wakeWindowSeconds": 0, "app.memoryKillMeanSeconds": 1e9], script: script
    ).run()
    #expect(bench.log.fixes.count > 3)
    for delivery in bench.log.fixes.dropFirst() {
      #expect(bench.watch.suspensions.contains(delivery.at))
    }
  }

  @Test("Quick stops and starts leave one chain of fixes")
  func quickRestarts() throws {
    for accuracy in [DesiredAccuracy.best, .hundredMeters] {
      let script = TestApp.Script(launched: { app, _ in
        app.startTracking(accuracy)
        for step in 1...50 {
          _ = app.schedule(after: .milliseconds(Int64(step * 333)), "flip") {
            app.manager.stopUpdatingLocation()
            app.startTracking(accuracy)
          }
        }
      })
      // All positions are network positions, since the receiver finds no satellites indoors.
      let world = World([.walk(minutes: 30, sky: .indoors)])
      let bench = try Bench(world, script: script).run()
      let late = bench.log.fixes(from: .minute(3)).map(\.at)
      #expect(late.gaps.allSatisfy { (5...8).contains($0) })
      // The same at rest.
      let night = try Bench(World([.still(minutes: 600)]), script: script).run()
      let rare = night.log.fixes(from: .minute(60)).map(\.at)
      #expect(
        accuracy == .best ? rare.count <= 15 : rare.gaps.allSatisfy { abs($0 - 15.03) < 1e-6 })
    }
  }

  @Test("Without a demand nothing is positioned and nothing drawn, whatever went before")
  func nothingLeftOn() throws {
    for accuracy in DesiredAccuracy.allCases {
      let script = TestApp.Script(launched: { app, _ in
        app.startTracking(accuracy)
        _ = app.schedule(after: .minutes(5), "stop") { app.manager.stopUpdatingLocation() }
      })
      for pieces in [
        [Piece.still(minutes: 60)], [.drive(minutes: 60)],
        [.drive(minutes: 4.8), .drive(minutes: 55, sky: .none, network: .none)],
      ] {
        let bench = Bench(World(pieces), person: .opens(atMinute: 0), script: script)
        try bench.run(toMinute: 6)
        let settled = bench.joules(.gnss) + bench.joules(.networkPositioning)
        let fixes = bench.log.fixes.count
        try bench.run()
        #expect(bench.joules(.gnss) + bench.joules(.networkPositioning) == settled)
        #expect(bench.log.fixes.count == fixes)
        #expect(bench.phone.gnss.state == .off)
        #expect(bench.phone.location.fine.state == .off)
      }
    }
  }
}
