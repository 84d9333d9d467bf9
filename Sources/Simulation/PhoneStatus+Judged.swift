import Evaluation
import SimulatedPhone

/// The phone's status as the evaluation classifies it.
extension PhoneStatus {
  /// True if the phone's permission lets the app track now.
  ///
  /// With When In Use, an app that is not in use gets no locations, except in a session that
  /// outlasts its use (BG-5). If location updates are paused, the app counts as permitted although
  /// it gets no locations: the pause then explains the gap better (PAU-5).
  var isTrackingPermitted: Bool {
    switch authorization {
    case .always: true
    case .whenInUse: isPaused || isAppInUse || (app == .background && hasStandardUpdates)
    case .notDetermined, .restricted, .denied: false
    }
  }

  /// True if the app has requested standard location updates that the system does not deliver in
  /// the background, while something else keeps the app running for a while (BG-1, BG-8).
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
  var asJudged: TrackingPhase.DeathCause {
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
