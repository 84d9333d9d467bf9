import PhoneAPI
import Timekeeping

extension ConformanceCheck {
  static let death: [ConformanceCheck] = [
    ConformanceCheck("No callback reaches a process after its end") { trial in
      trial.open { app, _ in
        app.schedule(after: .seconds(5 as Int64), repeats: true, "timer")
        app.manager.startUpdatingLocation()
        app.services.http.send(HTTPRequest(method: "GET", url: "https://localhost/")) { _ in
          trial.receive("answer")
        }
      }
      guard trial.phone.killApp() else { return }
      let received = trial.received
      trial.phone.run(for: .minutes(5))
      trial.expect(
        trial.received == received,
        "called after the end: \(trial.received.dropFirst(received.count))")
    },
    ConformanceCheck("Calls of a process that has ended have no effect") { trial in
      trial.open()
      guard let dead = trial.app, trial.phone.killApp() else { return }
      let received = trial.received
      dead.schedule(after: .zero, "timer after the end")
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
        trial.receive("answer after the end")
      }
      trial.phone.run(for: .minutes(5))
      trial.expect(
        trial.received == received,
        "called after the end: \(trial.received.dropFirst(received.count))")
      trial.phone.openApp()
      guard let next = trial.app, next !== dead else {
        return trial.expect(false, "the app was not launched again")
      }
      trial.expect(
        next.services.container.value(forKey: "ghost") == nil, "an ended process stored a value")
      trial.expect(next.manager.monitoredRegions.isEmpty, "an ended process added a region")
      trial.expect(
        next.services.backgroundTasks.pendingRequests.isEmpty,
        "an ended process submitted a request")
      trial.expect(
        next.services.notifications.pending.isEmpty, "an ended process added a notification")
    },
  ]
}
