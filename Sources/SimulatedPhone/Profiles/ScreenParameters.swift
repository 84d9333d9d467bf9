/// The figures of the lit screen.
package struct ScreenParameters: Sendable, Hashable {
  /// The power of the whole phone in use, in addition to the suspended one [W].
  package let onWatts: Double
  /// The time from the last touch to the lock, unless the app in the foreground prevents it.
  package let autoLockSeconds: Double
}

extension ScreenParameters {
  init(profile: DeviceProfile, draw: inout ParameterDraw) {
    onWatts = draw.figure(
      "screen.onWatts",
      profile.pick(.ranged(0.8...2.0, "SCR-2, SCR-1"), n95: .ranged(0.3...0.5, "unsourced")))
    autoLockSeconds = draw.known("screen.autoLockSeconds", 30, "unsourced")
  }
}
