extension AppDeath {
  var words: String {
    switch self {
    case .memoryPressure: "its memory was needed"
    case .forceQuit: "the person force-quit it"
    case .crash: "it crashed"
    case .watchdog: "it hung, and the watchdog ended it"
    case .processorLimit: "it used too much of the processor in the background"
    case .backgroundTaskOverrun: "it did not end its background task in time"
    case .reboot: "the phone restarts"
    case .systemUpdate: "the phone restarts for an update"
    case .inactivityRestart: "the phone restarts after days unused"
    case .phoneOff: "the phone is off"
    case .appUpdate: "a new version replaces it"
    }
  }

  /// True if the system notifies a running app before it ends the app for this reason (LIFE-14).
  var isAnnounced: Bool {
    switch self {
    case .forceQuit, .reboot, .systemUpdate, .inactivityRestart, .phoneOff, .appUpdate: true
    case .memoryPressure, .crash, .watchdog, .processorLimit, .backgroundTaskOverrun: false
    }
  }

  /// The ID of the rule in FACTS.md that describes this kill.
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
