import Timekeeping

/// What Low Power Mode does to reports of moves. Background work that can wait is stopped by a gate of
/// its own: see `BackgroundGate`.
extension SimulatedPhone {
  /// By how much significant changes, regions and visits are told later than usual (LIFE-10).
  var reportLatencyFactor: Double {
    isLowPowerModeOn ? model.system.life.lowPowerLatencyFactor : 1
  }

  /// Switched by the person, or by the system when the battery has charged.
  func setLowPowerMode(_ isOn: Bool) {
    guard isOn != isLowPowerModeOn else { return }
    isLowPowerModeOn = isOn
    note(.operatingSystem, "LIFE-9") {
      isOn
        ? "in Low Power Mode: what can wait does, and the system does less by itself"
        : "out of Low Power Mode: what had to wait goes on"
    }
    if !isOn { apps.lowPowerModeEnded() }
    statusMayHaveChanged()
  }
}

extension AppLifecycle {
  /// One tracker heard nothing more after the mode was switched off, until it was opened (LIFE-10).
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
