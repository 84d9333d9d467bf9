import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Staying alive without location")
struct KeepAliveTests {
  @Test(
    "LIFE-8: no timer and no chain of background tasks keeps an app alive beyond one task's time")
  func tricks() throws {
    // Begins the next task before it ends the last, at each second and at each expiration.
    func renew(_ app: TestApp, _ old: BackgroundTaskToken?) {
      var token: BackgroundTaskToken?
      token = app.phone.application.beginBackgroundTask(named: "more") { renew(app, token) }
      if let old { app.phone.application.endBackgroundTask(old) }
      guard let token else { return }
      _ = app.schedule(after: .seconds(7.0), "renew") { renew(app, token) }
    }
    let script = TestApp.Script(enteredBackground: { app in
      _ = app.schedule(after: .milliseconds(500), repeats: true, "timer") {}
      renew(app, nil)
    })
    let bench = try Bench(
      World([.still(minutes: 120)]), fixed: ["app.memoryKillMeanSeconds": 1e9], script: script
    ).run()
    // The app is left at 1 s and has 30 s of background tasks (LIFE-2).
    #expect(bench.watch.suspensions == [.second(31)])
    #expect(try #require(bench.log.times("timer").last) <= .second(31))
  }

  @Test(
    "LIFE-8: no app can declare sound as a background mode, for it does not keep a tracker alive")
  func modes() {
    #expect(
      Set(BackgroundMode.allCases.map(\.rawValue))
        == [
          "bluetooth-central", "location", "fetch", "processing", "remote-notification", "voip",
        ])
  }

  @Test("LIFE-2: a background task's time does not run while a location session runs")
  func timeBesideSession() throws {
    let script = TestApp.Script(
      launched: { app, _ in
        app.manager.allowsBackgroundLocationUpdates = true
        app.manager.startUpdatingLocation()
        _ = app.schedule(after: .seconds(600.0), "stop") { app.manager.stopUpdatingLocation() }
      },
      enteredBackground: { app in
        var token: BackgroundTaskToken?
        token = app.phone.application.beginBackgroundTask(named: "send") {
          app.receive("expired") {
            if let token { app.phone.application.endBackgroundTask(token) }
          }
        }
      })
    let bench = try Bench(World([.walk(minutes: 20)]), script: script).run()
    // The task has its 30 s when the session ends; the app left the foreground at 1 s with it.
    let expired = try #require(bench.log.times("expired").first)
    #expect((629...632).contains((expired - morning).seconds))
    #expect(bench.watch.deaths == [])
  }

  @Test("LIFE-2: each wake-up by the system has task time of its own")
  func timeOfEachWake() throws {
    var expirations = 0
    let script = TestApp.Script(
      launched: { app, _ in app.manager.startMonitoringSignificantLocationChanges() },
      updated: { app, _ in
        guard app.phone.application.state == .background else { return }
        var token: BackgroundTaskToken?
        token = app.phone.application.beginBackgroundTask(named: "send") {
          expirations += 1
          if let token { app.phone.application.endBackgroundTask(token) }
        }
      })
    let bench = try Bench(World([.drive(minutes: 60)]), script: script).run()
    #expect(expirations > 3)
    // Each suspension comes 30 s after the wake-up.
    let stays = zip(bench.watch.wakeUps.dropFirst(), bench.watch.suspensions.dropFirst())
    #expect(stays.allSatisfy { abs(($1 - $0).seconds - 30) < 1 })
  }
}
