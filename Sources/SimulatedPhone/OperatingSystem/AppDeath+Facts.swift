extension AppDeath {
  /// Whether a running app hears of its end (LIFE-14).
  var isAnnounced: Bool {
    switch self {
    case .forceQuit, .reboot, .systemUpdate, .inactivityRestart, .phoneOff, .appUpdate: true
    case .memoryPressure, .crash, .watchdog, .processorLimit, .backgroundTaskOverrun: false
    }
  }

  /// The fact behind the kill.
  var fact: String {
    switch self {
    case .memoryPressure: "LIFE-3"
    case .forceQuit: "LIFE-6"
    case .backgroundTaskOverrun: "LIFE-2"
    case .watchdog, .processorLimit: "LIFE-5"
    case .crash: "LIFE-7"
    case .reboot: "LIFE-12"
    case .systemUpdate, .inactivityRestart: "LIFE-13"
    case .appUpdate: "scenario"
    case .phoneOff: "BAT-10"
    }
  }
}
