import ModelParameters

/// The model's values for restarts, memory, processor time, heat and Low Power Mode, as far as they
/// affect when the app can run.
package struct LifecycleParameters: Sendable {
  /// The mean time until the system kills a suspended app of 50 MB while no one uses the phone [s].
  /// `memoryKillMeanSecondsInUse` is this time while the person uses a camera or a game.
  package let memoryKillMeanSecondsIdle: Double
  package let memoryKillMeanSecondsInUse: Double

  package let hangSecondsMax: Double
  package let processorShareMax: Double
  package let processorWindowSeconds: Double

  package let updateHourMin: Double
  package let updateHourMax: Double
  /// The time after which an unused phone restarts itself [s]; infinite before iOS 18.1.
  package let inactivityRestartSeconds: Double

  /// The hour of the local day at which the person wakes; `sleepsAtHour` is when they go to sleep.
  package let wakesAtHour: Double
  package let sleepsAtHour: Double
  package let unlockIntervalSeconds: Double
  package let handRestartUnlockSeconds: Double

  package let lowPowerLatencyFactor: Double
  /// The probability that reports of movement to the app stop when Low Power Mode ends. It is 0
  /// except in the model variant in which this happens (LIFE-10).
  package let lowPowerStallProbability: Double

  /// The processor's speed on a hot phone, as a share of its full speed. `hotDisplayShare` is the
  /// display's power, as a share of its full power.
  package let hotProcessorShare: Double
  package let hotDisplayShare: Double

  /// The number of times a day that the system starts the app's process before the person opens the
  /// app. It is 0 unless the model variant has such starts.
  package let prewarmsPerDay: Double
}

/// The variants of the reports of movement after Low Power Mode is turned off. One tracker received
/// no reports for two weeks, until the person opened the tracker (LIFE-10). No other source
/// confirms this behavior.
package enum AfterLowPowerMode: String, PhoneVariant {
  package static let names = allNames

  case recovers
  case mayStall = "may-stall"
}

/// The variants of prewarming: the system never starts the app's process before the person opens
/// the app, or it sometimes does (LIFE-15).
package enum Prewarming: String, PhoneVariant {
  package static let names = allNames

  case never
  case ahead = "ahead-of-use"
}

extension LifecycleParameters {
  package init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
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
  /// True from iOS 18.1 on, where a phone that stays locked for days restarts itself (LIFE-13).
  package var restartsWhenUnused: Bool { (major, minor) >= (18, 1) }
  /// True from iOS 15 on, where the system may start the app's process before the person opens the
  /// app (LIFE-15).
  package var prewarmsApps: Bool { major >= 15 }
}
