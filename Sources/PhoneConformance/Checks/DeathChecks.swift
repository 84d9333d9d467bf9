import PhoneAPI
import Timekeeping

extension ConformanceCheck {
  static let death: [ConformanceCheck] = [
    ConformanceCheck("Nothing reaches a process after its death") { trial in
      trial.open { app, _ in
        app.schedule(after: .seconds(5 as Int64), repeats: true, "timer")
        app.manager.startUpdatingLocation()
        app.services.http.send(HTTPRequest(method: "GET", url: "https://localhost/")) { _ in
          trial.hear("answer")
        }
      }
      guard trial.phone.killApp() else { return }
      let heard = trial.heard
      trial.phone.run(for: .minutes(5))
      trial.expect(trial.heard == heard, "after death: \(trial.heard.dropFirst(heard.count))")
    },
    ConformanceCheck("Whatever a dead process still calls does nothing") { trial in
      trial.open()
      guard let dead = trial.app, trial.phone.killApp() else { return }
      let heard = trial.heard
      dead.schedule(after: .zero, "timer of the dead")
      dead.manager.startUpdatingLocation()
      dead.manager.requestLocation()
      dead.manager.startMonitoringSignificantLocationChanges()
      dead.manager.startMonitoring(
        CircularRegion(
          identifier: "grave", center: .init(latitude: 45, longitude: 8), radiusMeters: 100))
      dead.services.container.set("ghost", forKey: "ghost")
      dead.services.notifications.add(
        LocalNotification(identifier: "ghost", title: "", trigger: .after(.seconds(1 as Int64))))
      try? dead.services.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
      dead.services.http.send(HTTPRequest(method: "GET", url: "https://localhost/")) { _ in
        trial.hear("answer to the dead")
      }
      trial.phone.run(for: .minutes(5))
      trial.expect(trial.heard == heard, "heard: \(trial.heard.dropFirst(heard.count))")
      trial.phone.openApp()
      guard let next = trial.app, next !== dead else {
        return trial.expect(false, "the app was not launched anew")
      }
      trial.expect(next.services.container.value(forKey: "ghost") == nil, "the dead wrote a value")
      trial.expect(next.manager.monitoredRegions.isEmpty, "the dead armed a region")
      trial.expect(
        next.services.backgroundTasks.pendingRequests.isEmpty, "the dead submitted a request")
      trial.expect(next.services.notifications.pending.isEmpty, "the dead left a notification")
    },
  ]
}
