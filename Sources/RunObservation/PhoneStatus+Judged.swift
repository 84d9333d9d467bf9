import Evaluation
import SimulatedPhone

/// The phone's status as the evaluation classifies it.
extension PhoneStatus {
  /// True if the phone's permission lets the app track now.
  ///
  /// With When In Use, the app gets locations while it is in use. In the background it gets them
  /// only while its standard updates continue (BG-5). While location updates are paused, the app
  /// counts as permitted, because the pause is the actual cause of the gap (PAU-5).
  var isTrackingPermitted: Bool {
    switch authorization {
    case .always: true
    case .whenInUse: isPaused || isAppInUse || (app == .background && hasStandardUpdates)
    case .notDetermined, .restricted, .denied: false
    }
  }

  /// True if the system does not deliver standard updates that a background app has requested.
  ///
  /// The app runs only because of another service, such as a background task (BG-1, BG-8).
  var asksInVain: Bool {
    app == .background && hasStandardUpdates && positioning == .off
  }

  package var requests: TrackingPhase.Requests {
    var requests: TrackingPhase.Requests = []
    if hasStandardUpdates || isPaused { requests.insert(.standardUpdates) }
    if watchesSignificantChanges { requests.insert(.significantChanges) }
    if watchesVisits { requests.insert(.visits) }
    if watchesRegions { requests.insert(.regions) }
    if hasPendingTask { requests.insert(.backgroundTask) }
    if hasOneShot { requests.insert(.oneShot) }
    return requests
  }
}

extension PhoneStatus.AppLife {
  var asJudged: TrackingPhase.AppLife {
    switch self {
    case .notInstalled, .notRunningYet: .notRunningYet
    case .suspended: .suspended
    case .background: .background
    case .foreground: .foreground
    case .dead(let cause, let mayBeWoken): .dead(cause.asJudged, mayBeWoken: mayBeWoken)
    }
  }

  package var word: String {
    switch self {
    case .notInstalled: "notInstalled"
    case .notRunningYet: "notRunningYet"
    case .suspended: "suspended"
    case .background: "background"
    case .foreground: "foreground"
    case .dead(let cause, _): "dead (\(cause.rawValue))"
    }
  }
}

extension AppDeath {
  var asJudged: AppDeathCause {
    switch self {
    case .memoryPressure: .memoryPressure
    case .forceQuit: .forceQuit
    case .crash: .crash
    case .watchdog: .watchdog
    case .processorLimit: .processorLimit
    case .backgroundTaskOverrun: .backgroundTaskOverrun
    case .reboot: .reboot
    case .systemUpdate: .systemUpdate
    case .inactivityRestart: .inactivityRestart
    case .phoneOff: .phoneOff
    case .appUpdate: .appUpdate
    }
  }
}

extension PhoneStatus.Positioning {
  var asJudged: TrackingPhase.Receiver {
    switch self {
    case .off: .idle
    case .acquiring: .acquiring
    case .tracking, .network, .resting: .delivering
    case .noSignal: .noSignal
    }
  }
}
