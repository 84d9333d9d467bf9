import Evaluation

/// A group of related gap causes that share a color. People cannot distinguish as many colors as
/// there are causes.
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

  /// The text beside the color in the legend of a chart.
  var words: String {
    switch self {
    case .person: "phone, person or permission"
    case .dead: "app not running"
    case .system: "limits of the system"
    case .signal: "no signal, or still acquiring"
    case .engine: "the app itself"
    case .sending: "sending"
    case .unexplained: "unexplained"
    }
  }
}
