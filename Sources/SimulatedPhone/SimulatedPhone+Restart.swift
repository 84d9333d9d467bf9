import EventKernel
import Timekeeping

/// Restarts of a phone whose battery has charge.
extension SimulatedPhone {
  /// Restarts the phone, as the person would do it. Every process ends. By default the person
  /// unlocks the phone soon after.
  func reboot(unlockedAfter wait: TimeSpan? = nil) {
    guard isOn else { return }
    note(.person, "LIFE-12") { "restarts the phone" }
    apps.phoneGoesDown(.reboot)
    let soon = TimeSpan.seconds(model.system.life.handRestartUnlockSeconds)
    startUp(unlocked: wait.map { .after($0) } ?? .soon(soon))
  }

  /// Restarts the phone without the person, so the phone stays locked until the person picks it up.
  func restartItself(_ cause: AppDeath) {
    apps.phoneGoesDown(cause)
    startUp(unlocked: .whenTakenUp)
  }

  /// Starts the phone. The system still monitors events, such as visits, for the app after a
  /// restart, but forgets that the person force-quit the app (LIFE-6, REG-9).
  func startUp(unlocked firstUnlock: DeviceLock.FirstUnlock) {
    bootedAt = now
    app?.isForceQuit = false
    lock.restarted(firstUnlock)
    location.phoneRestarted()
    sessions.phoneRestarted()
    car.phoneRestarted()
    statusMayHaveChanged()
  }

  /// Schedules an update that the person allows for the coming night, between 02:00 and 05:00 local
  /// time (LIFE-13).
  func installUpdateOvernight() {
    let life = model.system.life
    let calendar = world.clocks.calendar(at: now)
    let local = calendar.fields(of: now)
    let isBeforeDawn = Double(local.time.hour) < life.updateHourMin
    let night = isBeforeDawn ? local.date : local.date.adding(days: 1)
    let hour = lock.updates.uniform(
      in: ordered(life.updateHourMin, life.updateHourMax), at: night.daysSince1970)
    note(.person, "LIFE-13") { "lets the phone install an update in the night" }
    schedule(
      .lifecycle(.updateInstalls), at: DayClock(night, calendar).instant(atSecond: hour * 3600))
  }

  func updateInstalls() {
    guard isOn else { return }
    note(.operatingSystem, "LIFE-13") {
      "installs the update and restarts: locked until the person is up"
    }
    restartItself(.systemUpdate)
  }

  func crashApp() { apps.crash() }
  func updateApp() { apps.update() }

  /// Unlocks the phone, as the person would do it.
  func unlock() { lock.unlock() }

  /// True if the phone was unlocked since it started. Before the first unlock no app can read its
  /// data, and the system launches no app (LIFE-12).
  var isUnlocked: Bool { lock.state != .neverUnlocked }
}
