/// Restarts, memory, processor time, heat and saving of charge, as far as they decide who may run.
package struct LifecycleParameters: Sendable, Hashable {
  /// Mean life of a suspended app of 50 MB on a phone that nobody uses, and on one with a camera or a
  /// game in front.
  package let memoryKillMeanSecondsIdle: Double
  package let memoryKillMeanSecondsInUse: Double

  package let hangSecondsMax: Double
  package let processorShareMax: Double
  package let processorWindowSeconds: Double

  package let updateHourMin: Double
  package let updateHourMax: Double
  /// Infinite before iOS 18.1.
  package let inactivityRestartSeconds: Double

  /// Hours of the local day.
  package let wakesAtHour: Double
  package let sleepsAtHour: Double
  package let unlockIntervalSeconds: Double
  package let handRestartUnlockSeconds: Double

  package let lowPowerLatencyFactor: Double
  /// 0 unless the reading says that services may stay silent after Low Power Mode.
  package let lowPowerStallProbability: Double

  /// What a hot phone still does, as a share: processor speed and display power.
  package let hotProcessorShare: Double
  package let hotDisplayShare: Double

  /// 0 unless the reading says that the system starts apps ahead of use.
  package let prewarmsPerDay: Double
}

/// Whether reports come again by themselves after Low Power Mode is switched off: one tracker's did not
/// for two weeks, until it was opened (LIFE-10); elsewhere nobody tells of it.
enum AfterLowPowerMode: String, CaseIterable {
  case recovers
  case mayStall = "may-stall"
}

/// Whether the system starts the app's process ahead of use (LIFE-15).
enum Prewarming: String, CaseIterable {
  case never
  case ahead = "ahead-of-use"
}

extension LifecycleParameters {
  init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
    memoryKillMeanSecondsIdle = draw.ranged(
      "app.memoryKillMeanSeconds", 14_400...43_200, "LIFE-4 (unsourced)", level: .trait)
    memoryKillMeanSecondsInUse = draw.ranged(
      "app.memoryKillMeanSecondsInUse", 1800...7200, "LIFE-4 (unsourced)", level: .trait)

    hangSecondsMax = draw.known("app.hangSecondsMax", 20, "LIFE-5")
    processorShareMax = draw.known("app.processorShareMax", 0.8, "LIFE-5 (unsourced)")
    processorWindowSeconds = draw.known("app.processorWindowSeconds", 60, "LIFE-5 (unsourced)")

    updateHourMin = draw.known("restart.updateHourMin", 2, "LIFE-13 (unsourced)")
    updateHourMax = draw.known("restart.updateHourMax", 5, "LIFE-13 (unsourced)")
    let inactivity = draw.known(
      "restart.inactivitySeconds", 259_200, "LIFE-13 (unsourced)")
    inactivityRestartSeconds = profile.restartsWhenUnused ? inactivity : .infinity

    wakesAtHour = draw.ranged("person.wakesAtHour", 6...8, "LIFE-13 (judgement)", level: .trait)
    sleepsAtHour = draw.ranged("person.sleepsAtHour", 22...24, "LIFE-13 (judgement)", level: .trait)
    unlockIntervalSeconds = draw.ranged(
      "person.unlockIntervalSeconds", 680...830, "SCR-3 (69 to 85 looks in 16 h)", level: .trait)
    handRestartUnlockSeconds = draw.ranged(
      "restart.byHandUnlockSeconds", 30...90, "LIFE-12 (judgement)")

    lowPowerLatencyFactor = draw.ranged("lowPower.latencyFactor", 1...3, "LIFE-10 (judgement)")
    let stall = draw.ranged("lowPower.stallProbability", 0.01...0.1, "LIFE-10 (judgement)")
    let after = draw.reading("afterLowPowerMode", standard: AfterLowPowerMode.recovers, "LIFE-10")
    lowPowerStallProbability = after == .mayStall ? stall : 0

    hotProcessorShare = draw.ranged("heat.processorShare", 0.5...0.8, "LIFE-16 (judgement)")
    hotDisplayShare = draw.ranged("heat.displayShare", 0.4...0.8, "LIFE-16 (judgement)")

    let prewarms = draw.ranged(
      "launch.prewarmsPerDay", 0.2...3, "LIFE-15 (judgement)", level: .trait)
    let prewarming = draw.reading("prewarming", standard: Prewarming.never, "LIFE-15")
    prewarmsPerDay = prewarming == .ahead && profile.prewarmsApps ? prewarms : 0
  }
}

extension OperatingSystemProfile {
  /// From iOS 18.1 a phone that stays locked for long restarts itself (LIFE-13).
  var restartsWhenUnused: Bool { (major, minor) >= (18, 1) }
  /// From iOS 15 the system may start a process before the person opens the app (LIFE-15).
  var prewarmsApps: Bool { major >= 15 }
}
