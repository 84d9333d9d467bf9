import ModelParameters

/// The power of the lit screen, and the time until it locks.
package struct ScreenParameters: Sendable {
  /// The power that the phone draws in use, in addition to the power of the suspended phone [W].
  package let onWatts: Double
  /// The time from the last touch until the screen locks [s], unless the app in the foreground
  /// prevents it.
  package let autoLockSeconds: Double
}

extension ScreenParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    onWatts = draw.figure(
      "screen.onWatts",
      profile.pick(.ranged(0.8...2.0, "SCR-2, SCR-1"), n95: .ranged(0.3...0.5, "unsourced")))
    autoLockSeconds = draw.known("screen.autoLockSeconds", 30, "unsourced")
  }
}
