import PhoneAPI
import Timekeeping

extension ConformanceCheck {
  static let application: [ConformanceCheck] = [
    ConformanceCheck("Opening launches, then activates; the reason of the launch is userOpened") {
      trial in
      trial.open { _, launch in
        trial.expect(
          launch.reason == .userOpened && !launch.isInBackground, "launched as \(launch)")
      }
      trial.expect(trial.received.first == "launched", "the first callback was not the launch")
      trial.expect(trial.count("active") == 1, "active \(trial.count("active")) times")
      trial.expect(
        trial.app?.services.application.state == .active, "the state after opening is not active")
    },
    ConformanceCheck(
      "Leaving resigns active, then enters the background; returning enters the foreground"
    ) {
      trial in
      trial.open()
      guard trial.phone.leaveApp() else { return }
      trial.expect(
        Array(trial.received.suffix(2)) == ["inactive", "background"], "leaving: \(trial.received)")
      trial.expect(
        trial.app?.services.application.state == .background, "the state is not background")
      trial.phone.openApp()
      trial.phone.run(for: .seconds(1 as Int64))
      trial.expect(
        Array(trial.received.suffix(2)) == ["will enter foreground", "active"],
        "returning: \(trial.received)")
      trial.expect(trial.count("launched") == 1, "returning launched a second process")
    },
    ConformanceCheck("A background task ended in time never expires; ending it twice is harmless") {
      trial in
      trial.open { app, _ in
        let application = app.services.application
        guard
          let token = application.beginBackgroundTask(
            named: "work", expirationHandler: { trial.receive("expired") })
        else { return }
        application.endBackgroundTask(token)
        application.endBackgroundTask(token)
      }
      _ = trial.phone.leaveApp()
      trial.phone.run(for: .minutes(3))
      trial.expect(trial.count("expired") == 0, "an ended task expired")
    },
    ConformanceCheck("The battery level is -1 while not monitored, and else from 0 to 1") {
      trial in
      trial.open()
      guard let device = trial.app?.services.device else { return }
      device.isBatteryMonitoringEnabled = false
      trial.expect(device.batteryLevel == -1, "unmonitored level \(device.batteryLevel)")
      device.isBatteryMonitoringEnabled = true
      let level = device.batteryLevel
      trial.expect(level == -1 || (0...1).contains(level), "level \(level)")
      trial.expect(level >= 0 || device.batteryState == .unknown, "a state without a level")
    },
  ]
}
