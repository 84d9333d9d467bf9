import EventKernel
import Timekeeping

/// Going down and coming up again, with a charge in the battery.
extension SimulatedPhone {
  /// The person restarts the phone; every process ends. By default they unlock it soon after.
  func reboot(unlockedAfter wait: TimeSpan? = nil) {
    guard isOn else { return }
    note(.person, "LIFE-12") { "restarts the phone" }
    apps.phoneGoesDown(.reboot)
    let soon = TimeSpan.seconds(model.system.life.handRestartUnlockSeconds)
    startUp(unlocked: wait.map { .after($0) } ?? .soon(soon))
  }

  /// Nobody is there to unlock it.
  func restartItself(_ cause: AppDeath) {
    apps.phoneGoesDown(cause)
    startUp(unlocked: .whenTakenUp)
  }

  /// Whatever the system watches for outlives a restart; a force quit is forgotten (LIFE-6, REG-9).
  func startUp(unlocked firstUnlock: DeviceLock.FirstUnlock) {
    bootedAt = now
    app?.isForceQuit = false
    lock.restarted(firstUnlock)
    location.phoneRestarted()
    statusMayHaveChanged()
  }

  /// The person lets the phone install an update in the coming night, between 02:00 and 05:00 of its
  /// local time (LIFE-13).
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
      .lifecycle(.updateInstalls), at: calendar.startOfDay(night) + .seconds(hour * 3600))
  }

  func updateInstalls() {
    guard isOn else { return }
    note(.operatingSystem, "LIFE-13") {
      "installs the update and restarts: locked until somebody is up"
    }
    restartItself(.systemUpdate)
  }

  func crashApp() { apps.crash() }
  func updateApp() { apps.update() }

  /// The person unlocks the phone, for the app or for anything else.
  func unlock() { lock.unlock() }

  /// Whether somebody has unlocked the phone since it started: before that nothing of an app can be
  /// read, nor launched (LIFE-12).
  var isUnlocked: Bool { lock.state != .neverUnlocked }
}
