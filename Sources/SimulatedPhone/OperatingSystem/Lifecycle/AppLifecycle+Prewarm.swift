import PhoneAPI
import Timekeeping

/// Processes that the system starts before the person opens the app (LIFE-15).
///
/// An option: how often, no source tells. Such a process may come up before the first unlock, when
/// nothing stored can be read. A process start is therefore not an opening.
extension AppLifecycle {
  func schedulePrewarm(_ ordinal: Int) {
    guard life.prewarmsPerDay > 0 else { return }
    let mean = 86_400 / life.prewarmsPerDay
    let wait = prewarms.uniform(in: 0.5 * mean...1.5 * mean, at: Int64(ordinal))
    phone.schedule(.lifecycle(.prewarm(ordinal: ordinal)), after: .seconds(wait))
  }

  /// Only an app that the person uses is worth it, and one that they quit is left alone.
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
