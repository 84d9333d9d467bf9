import Timekeeping

/// The effect of Low Power Mode on the reports of significant changes, regions and visits.
/// Background work that can wait is stopped elsewhere: see `BackgroundGate`.
extension SimulatedPhone {
  /// The factor by which reports of significant changes, regions and visits are delayed (LIFE-10).
  var reportLatencyFactor: Double {
    isLowPowerModeOn ? model.system.life.lowPowerLatencyFactor : 1
  }

  /// Turns Low Power Mode on or off, as the person does, or as the system does when the battery has
  /// charged.
  func setLowPowerMode(_ isOn: Bool) {
    guard isOn != isLowPowerModeOn else { return }
    endMovementPause()
    isLowPowerModeOn = isOn
    note(.operatingSystem, "LIFE-9") {
      isOn
        ? "in Low Power Mode: defers work that can wait, and does less background work"
        : "out of Low Power Mode: resumes deferred work"
    }
    if !isOn { apps.lowPowerModeEnded() }
    statusMayHaveChanged()
  }
}

extension AppLifecycle {
  /// Handles the end of Low Power Mode. With the probability `lowPowerStallProbability`, the system
  /// then stops all reports of movement to the app until the person opens the app.
  ///
  /// The only source is one tracker that received no reports after the mode was turned off
  /// (LIFE-10).
  func lowPowerModeEnded() {
    guard let app = phone.app,
      stalls.happens(withProbability: life.lowPowerStallProbability, at: phone.now.wholeSeconds)
    else { return }
    phone.note(.operatingSystem, "LIFE-10") {
      "reports no more moves to the app after Low Power Mode, until it is opened"
    }
    app.isStalled = true
  }
}
