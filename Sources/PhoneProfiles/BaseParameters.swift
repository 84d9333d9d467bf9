import ModelParameters

/// The power that the phone draws without its apps.
package struct BaseParameters: Sendable {
  /// The power of a suspended phone that is registered with the cell and joined to Wi-Fi [W].
  package let suspendedWatts: Double
  /// The mean power of the system's own background work [W].
  package let systemBackgroundWatts: Double
  /// The power of the motion coprocessor and its sensor while they work [W] (ACC-7, MOT-7).
  package let motionWatts: Double

  /// The power of the phone when no app uses it [W].
  package var watts: Double { suspendedWatts + systemBackgroundWatts }
}

extension BaseParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    suspendedWatts = draw.figure(
      "base.suspendedWatts",
      profile.pick(
        .ranged(0.015...0.035, "CPU-1, BAT-9, RAD-16"),
        iPhone6: .ranged(0.020...0.034, "BAT-9, CPU-1"), n95: .known(0.026, "CPU-4")))
    systemBackgroundWatts = draw.figure(
      "base.systemBackgroundWatts",
      profile.pick(
        .known(0.005, "BAT-8, BAT-9"), iPhone6: .known(0, "BAT-9 (part of it)"),
        n95: .known(0, "CPU-4 (part of it)")))
    motionWatts = draw.figure(
      "motion.coprocessorWatts",
      profile.pick(
        .ranged(0.0002...0.003, "ACC-7, MOT-7, ACC-1, ACC-2, ACC-3, ACC-4"),
        n95: .known(0, "CPU-4 (no coprocessor)")))
  }
}
