import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// The status and the notes that the phone reports to its observer.
extension SimulatedPhone {
  public var deliveredFixes: Int { location.deliveredFixes }
  public var launches: Int { app?.launches ?? 0 }

  func note(_ actor: PhoneNote.Actor, _ reason: String, _ text: () -> String) {
    guard let observer, observer.wantsNotes else { return }
    observer.phone(notes: PhoneNote(instant: now, actor: actor, reason: reason, text: text()))
  }

  func statusMayHaveChanged() {
    guard let observer else { return }
    let status = currentStatus
    guard status != lastStatus else { return }
    lastStatus = status
    observer.phone(statusIs: status, at: now)
  }

  package var currentStatus: PhoneStatus {
    PhoneStatus(
      isOn: isOn, app: appLife, authorization: authorizationInEffect, isAppInUse: isAppInUse,
      hasStandardUpdates: hasStandardUpdates,
      isPaused: location.isPaused || (app?.process == nil && sessions.hasLiveUpdates),
      isStalled: app?.isStalled == true,
      watchesSignificantChanges: location.significantChanges.isMonitoring,
      watchesVisits: location.visits.isMonitoring,
      watchesRegions: location.regions.isMonitoring || location.conditions.isMonitoring,
      hasPendingTask: tasks.hasPending,
      hasOneShot: location.hasOneShot, positioning: positioning,
      isFixHeld: location.isHolding, batteryPercent: power.battery.gaugePercent)
  }

  /// True if the app's standard updates are on; for a dead app, true if they were on when it ended.
  var hasStandardUpdates: Bool {
    guard let app else { return false }
    return app.process == nil ? app.hadStandardUpdatesAtDeath : location.hasStandardUpdates
  }

  var appLife: PhoneStatus.AppLife {
    guard let app else { return .notInstalled }
    guard let process = app.process else {
      guard let death = app.lastDeath else { return .notRunningYet }
      return .dead(death, mayBeWoken: mayBeWoken)
    }
    switch process.state {
    case .foreground: return .foreground
    case .background: return .background
    case .suspended, .dead: return .suspended
    }
  }

  var mayBeWoken: Bool {
    isUnlocked && (mayBeWokenByLocation || mayBeWokenByOthers)
  }

  private var mayBeWokenByOthers: Bool {
    (tasks.hasPending && apps.mayLaunch(.backgroundTask))
      || (push.mayWake && apps.mayLaunch(.silentPush))
      || (sessions.mayRelaunch && apps.mayLaunch(.liveUpdates))
      || (transfers.mayWake && apps.mayLaunch(.backgroundTransfer))
  }

  private var mayBeWokenByLocation: Bool {
    guard authorizationInEffect == .always else { return false }
    return (location.significantChanges.isMonitoring && apps.mayLaunch(.significantChange))
      || (location.regions.isMonitoring && apps.mayLaunch(.region))
      || (location.visits.isMonitoring && apps.mayLaunch(.visit))
      || (location.conditions.isMonitoring && apps.mayLaunch(.condition))
  }

  var positioning: PhoneStatus.Positioning {
    guard location.asked != .nothing else { return .off }
    if location.awaitsFirstFix {
      return span.network == .none && span.sky == .none ? .noSignal : .acquiring
    }
    guard location.demand == .fine else { return span.network == .none ? .noSignal : .network }
    switch location.fine.state {
    case .off: return .off
    case .resting: return .resting
    case .network: return span.network == .none ? .noSignal : .network
    case .satellites:
      if gnss.isTracking { return .tracking }
      return span.sky == .none ? .noSignal : .acquiring
    }
  }
}
