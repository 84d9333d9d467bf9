import EventKernel
import Timekeeping

/// Kills of the suspended app because other apps need its memory (LIFE-3, LIFE-4).
///
/// Apple publishes no figure for how long a suspended app stays in memory. Memory shortages come at
/// random. They are rare on an unused phone, and frequent while a large app such as a camera or a
/// game is in front. The probability that a shortage kills the app is proportional to the app's
/// memory footprint.
///
/// A shortage affects the app only if the app is suspended at that time. The random draws for the
/// time of a shortage and for its severity do not depend on the app. A phone that never has the app
/// has none.
extension AppLifecycle {
  /// The mean interval between memory shortages [s]. Most shortages do not kill the app, but an app
  /// that uses much memory can die at every shortage.
  private static let idleIntervalSeconds = 1800.0
  private static let useIntervalSeconds = 300.0
  private static let usualFootprintMegabytes = 50.0

  func schedulePressure(_ ordinal: Int) {
    guard phone.installation != nil else { return }
    let wait = shortages.exponential(mean: Self.idleIntervalSeconds, at: Int64(ordinal))
    phone.schedule(.lifecycle(.memoryPressure(ordinal: ordinal)), after: .seconds(wait))
  }

  func memoryPressure(_ ordinal: Int) {
    schedulePressure(ordinal + 1)
    strike(
      share: Self.idleIntervalSeconds / life.memoryKillMeanSecondsIdle,
      mark: shortageMarks.uniform(at: Int64(ordinal)))
  }

  /// Sets how much memory the other apps in use take.
  /// - Parameter intensity: 0 for none, 1 for a camera or a game.
  func setMemoryUse(_ intensity: Double) {
    guard intensity != memoryUse else { return }
    memoryUse = intensity
    memorySpell += 1
    if intensity > 0, phone.installation != nil { scheduleUsePressure() }
  }

  private func scheduleUsePressure() {
    let wait = shortagesInUse.exponential(
      mean: Self.useIntervalSeconds, at: phone.now.wholeSeconds)
    phone.schedule(
      .lifecycle(.memoryPressureInUse(spell: memorySpell)), after: .seconds(max(wait, 1)))
  }

  func memoryPressureInUse(spell: Int) {
    guard spell == memorySpell, memoryUse > 0 else { return }
    scheduleUsePressure()
    strike(
      share: Self.useIntervalSeconds / life.memoryKillMeanSecondsInUse * memoryUse,
      mark: shortageMarksInUse.uniform(at: phone.now.wholeSeconds))
  }

  private func strike(share: Double, mark: Double) {
    guard let app = phone.app, let process = app.process, process.state == .suspended else {
      return
    }
    let footprint =
      app.installation.manifest.suspendedFootprintMegabytes / Self.usualFootprintMegabytes
    if mark < share * footprint { kill(process, .memoryPressure) }
  }
}
