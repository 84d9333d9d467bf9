import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("A kill at every event")
struct KillEverywhereTests {
  /// An hour with every service: satellites for a while, network positions, significant changes, a
  /// region, a refresh task, timers, requests, a pause, and a user who opens and leaves the app.
  private static func bench(_ cause: AppDeath?) -> Bench {
    let script = TestApp.Script(
      launched: { app, launch in
        app.manager.startMonitoringSignificantLocationChanges()
        app.manager.startMonitoring(
          CircularRegion(identifier: "home", center: home, radiusMeters: 150))
        _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
          task.expirationHandler = { [unowned task] in task.setTaskCompleted(success: false) }
          app.manager.requestLocation()
        }
        try? app.phone.backgroundTasks.submit(
          BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
        app.startTracking(launch.isInBackground ? .hundredMeters : .best)
        app.manager.pausesLocationUpdatesAutomatically = true
        _ = app.schedule(after: .seconds(40.0), "coarser") {
          app.manager.desiredAccuracy = .hundredMeters
        }
        _ = app.schedule(after: .minutes(6), repeats: true, "timer") {
          app.send(
            HTTPRequest(method: "POST", url: "x", body: Array(repeating: 1, count: 5000)))
        }
      },
      enteredBackground: { app in
        _ = app.phone.application.beginBackgroundTask(named: "work") { [unowned app] in
          app.receive("expired")
        }
      },
      willTerminate: { app in
        app.phone.container.set("ended", forKey: "state")
        app.startTracking()
      },
      deinitialized: { phone, manager in
        manager.startUpdatingLocation()
        _ = phone.clock.schedule(after: .zero, repeats: true) { Issue.record("called when dead") }
      })
    return Bench(
      World([.still(minutes: 10), .drive(minutes: 15), .still(minutes: 35)]),
      fixed: ["refresh.perDay": 120, "network.fixIntervalSeconds": 8],
      person: .opensAndLeaves + [PersonAction].opens(atMinute: 28, forSeconds: 30),
      server: TestServer(), script: script)
  }

  @Test(
    "A process may die at any event; the phone goes on, and nothing of it is left",
    arguments: [AppDeath.crash, .forceQuit])
  func everyEvent(cause: AppDeath) throws {
    let whole = try Self.bench(nil).run()
    let events = whole.phone.eventCount
    #expect(events > 300)
    for event in 0...events {
      let bench = Self.bench(cause)
      for _ in 0..<event { _ = try bench.phone.step(until: bench.world.end) }
      weak let process = bench.phone.app?.process
      bench.phone.killApp(cause)
      #expect(process == nil && bench.log.liveApps == 0)
      #expect(bench.phone.location.demand == .nothing)
      #expect(bench.phone.power.ledger.watts(.processor, .standardUpdates) == 0)
      #expect(bench.phone.power.ledger.watts(.screen, .appInForeground) == 0)
      let callsAtDeath = bench.log.calls.count
      try bench.run()
      #expect(bench.phone.now == bench.world.end)
      #expect(bench.log.nested.isEmpty)
      let next = bench.log.calls.dropFirst(callsAtDeath).first
      #expect(next?.name.hasPrefix("launch") ?? true)
    }
  }
}
