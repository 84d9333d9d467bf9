import EventKernel
import Timekeeping

/// Suspended apps whose memory is wanted for others (LIFE-3, LIFE-4).
///
/// Nothing is published on how long they live. Shortages come at random: rarely on a phone that nobody
/// uses, and again, much oftener, while something large such as a camera or a game is in front. Either
/// strikes in proportion to the footprint. Both are the phone's and the person's: drawn ahead with
/// their marks, they strike whoever is suspended then.
extension AppLifecycle {
  /// Most arrivals pass an app by, so that their rate bounds what any footprint can meet.
  private static let idleIntervalSeconds = 1800.0
  private static let useIntervalSeconds = 300.0
  private static let usualFootprintMegabytes = 50.0

  func schedulePressure(_ ordinal: Int) {
    let wait = pressure.exponential(mean: Self.idleIntervalSeconds, at: Int64(ordinal))
    phone.schedule(.lifecycle(.memoryPressure(ordinal: ordinal)), after: .seconds(wait))
  }

  func memoryPressure(_ ordinal: Int) {
    schedulePressure(ordinal + 1)
    strike(
      share: Self.idleIntervalSeconds / life.memoryKillMeanSecondsIdle,
      mark: pressure.stream("mark").uniform(at: Int64(ordinal)))
  }

  /// Other apps are in use.
  /// - Parameter intensity: how much memory they take; 0 for none, 1 for a camera or a game.
  func setMemoryUse(_ intensity: Double) {
    guard intensity != memoryUse else { return }
    memoryUse = intensity
    memorySpell += 1
    if intensity > 0 { scheduleUsePressure() }
  }

  private func scheduleUsePressure() {
    let wait = pressure.stream("use").exponential(
      mean: Self.useIntervalSeconds, at: phone.now.wholeSeconds)
    phone.schedule(
      .lifecycle(.memoryPressureInUse(spell: memorySpell)), after: .seconds(max(wait, 1)))
  }

  func memoryPressureInUse(spell: Int) {
    guard spell == memorySpell, memoryUse > 0 else { return }
    scheduleUsePressure()
    strike(
      share: Self.useIntervalSeconds / life.memoryKillMeanSecondsInUse * memoryUse,
      mark: pressure.stream("use.mark").uniform(at: phone.now.wholeSeconds))
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
