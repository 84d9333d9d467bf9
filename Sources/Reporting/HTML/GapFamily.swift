import Evaluation

/// Causes of gaps that belong together, for colors: there are more causes than people can tell colors
/// apart.
enum GapFamily: String, CaseIterable {
  case person, dead, system, signal, engine, sending, unexplained

  init(_ cause: GapCause) {
    switch cause {
    case .phoneNotWithPerson, .phoneOff, .notPermitted, .nothingAsked: self = .person
    case .appDeadMemoryPressure, .appDeadForceQuit, .appDeadCrash, .appDeadWatchdog,
      .appDeadProcessorLimit, .appDeadBackgroundTaskOverrun, .appDeadReboot, .appDeadSystemUpdate,
      .appDeadInactivityRestart, .appDeadPhoneOff, .appDeadAppUpdate:
      self = .dead
    case .pausedAutomatically, .suspended, .stalled, .belowServiceResolution,
      .heldByOperatingSystem:
      self = .system
    case .acquiring, .noSignal: self = .signal
    case .heldByEngine, .recordedTooInaccurate, .stale: self = .engine
    case .notYetSent, .lost: self = .sending
    case .unexplained: self = .unexplained
    }
  }

  /// What a key says.
  var words: String {
    switch self {
    case .person: "phone, person or permission"
    case .dead: "the app's end"
    case .system: "what the system lets through"
    case .signal: "the signal"
    case .engine: "the app's own doing"
    case .sending: "sending"
    case .unexplained: "unexplained"
    }
  }
}
