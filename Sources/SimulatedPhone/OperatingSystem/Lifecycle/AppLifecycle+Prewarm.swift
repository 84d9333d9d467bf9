import PhoneAPI
import Timekeeping

/// Processes that the system starts before the person opens the app (LIFE-15).
///
/// Only one model variant has such processes, because no source states how often they occur. Such a
/// process may start before the first unlock, when the app cannot read its stored data. The start
/// of such a process does not count as an opening of the app.
extension AppLifecycle {
  func schedulePrewarm(_ ordinal: Int) {
    guard life.prewarmsPerDay > 0 else { return }
    let mean = 86_400 / life.prewarmsPerDay
    let wait = prewarms.uniform(in: 0.5 * mean...1.5 * mean, at: Int64(ordinal))
    phone.schedule(.lifecycle(.prewarm(ordinal: ordinal)), after: .seconds(wait))
  }

  /// Starts the process. It does nothing if the person has never opened the app, or has force-quit
  /// it.
  func prewarm(_ ordinal: Int) {
    schedulePrewarm(ordinal + 1)
    guard let app = phone.app, phone.isOn, app.process == nil, app.lastOpened != nil,
      !app.isForceQuit
    else { return }
    phone.note(.operatingSystem, "LIFE-15") { "starts the app's process ahead of use" }
    phone.addWake(.launch)
    _ = launch(
      Launch(reason: .prewarm, isInBackground: true), windowSeconds: system.backgroundGraceSeconds)
  }
}
