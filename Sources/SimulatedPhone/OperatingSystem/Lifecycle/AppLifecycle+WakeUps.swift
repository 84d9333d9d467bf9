import PhoneAPI

/// The rules for wake-ups and launches of the app by the system.
extension AppLifecycle {
  /// Gives the app run time in the background, and launches it if it is dead.
  /// - Returns: the process; nil if the wake-up is not allowed.
  func wake(_ reason: LaunchReason, windowSeconds: Double) -> AppProcess? {
    guard let app = phone.app, phone.isOn, phone.isUnlocked || mayWakeLocked(reason),
      !isStalled(reason)
    else {
      return nil
    }
    guard let process = app.process else {
      guard mayLaunch(reason) else {
        noteRefusal(reason)
        return nil
      }
      phone.note(.operatingSystem, launchFact(reason, app)) {
        "launches the app in the background for \(reason.words)"
      }
      phone.notify(.woken(reason, isLaunch: true))
      phone.addWake(.launch)
      return launch(
        Launch(reason: reason, isInBackground: true), windowSeconds: windowSeconds)
    }
    guard !process.isHanging else { return nil }
    if process.state == .foreground { return process }
    guard process.isRunning || phone.permissions.isBackgroundRefreshOn else { return nil }
    process.wakeReason = reason
    process.taskTimeEnds = nil
    extendGrace(process, seconds: windowSeconds)
    if process.state == .suspended {
      phone.notify(.woken(reason, isLaunch: false))
      phone.addWake(reason.energyCause)
      resume(process)
    } else {
      phone.location.reconsider()
    }
    return process
  }

  private func launchFact(_ reason: LaunchReason, _ app: InstalledApp) -> String {
    if !phone.isUnlocked { return "SLC-14" }
    guard app.isForceQuit else { return reason == .bluetooth ? "CAR-2" : "LIFE-7" }
    switch reason {
    case .region, .condition: return "REG-10"
    case .visit: return "VIS-8"
    default: return "SLC-11"
    }
  }

  func noteRefusal(_ reason: LaunchReason) {
    guard let app = phone.app, app.process == nil, phone.isOn else { return }
    if !phone.isUnlocked, !mayWakeLocked(reason) {
      phone.note(.operatingSystem, "SLC-14") {
        "does not launch the app for \(reason.words): not unlocked since the phone started"
      }
    } else if !phone.permissions.isBackgroundRefreshOn {
      phone.note(.operatingSystem, "SLC-13") {
        "does not launch the app for \(reason.words): Background App Refresh is off"
      }
    } else if app.isForceQuit, reason.isLocation {
      phone.note(
        .operatingSystem, reason == .significantChange ? "SLC-12" : launchFact(reason, app)
      ) {
        "does not launch the app for \(reason.words): the person force-quit the app"
      }
    }
  }

  /// Returns true if `wake` would give the app run time.
  func canWake(_ reason: LaunchReason) -> Bool {
    guard let app = phone.app, phone.isOn, phone.isUnlocked || mayWakeLocked(reason),
      !isStalled(reason)
    else {
      return false
    }
    guard let process = app.process else { return mayLaunch(reason) }
    if process.isHanging { return false }
    return process.isRunning || phone.permissions.isBackgroundRefreshOn
  }

  /// Returns true if the reason wakes the app before the first unlock after a restart. Old systems
  /// do so for significant changes (SLC-14).
  private func mayWakeLocked(_ reason: LaunchReason) -> Bool {
    reason == .significantChange && system.significantChanges.beforeFirstUnlock == .launches
  }

  /// Returns true if a dead app could be launched for this reason (LIFE-7, SLC-11 to SLC-13,
  /// REG-10, VIS-8, BGT-9).
  func mayLaunch(_ reason: LaunchReason) -> Bool {
    guard let app = phone.app, phone.isOn, phone.permissions.isBackgroundRefreshOn,
      !isStalled(reason)
    else { return false }
    switch reason {
    case .significantChange, .region, .condition: return !app.isForceQuit || relaunchTrait
    case .visit: return !app.isForceQuit || system.visits.relaunchAfterForceQuit == .relaunches
    case .userOpened, .liveUpdates, .backgroundTask, .silentPush, .voipPush, .backgroundTransfer,
      .notificationTapped, .prewarm, .bluetooth, .unknown:
      return !app.isForceQuit
    }
  }

  /// Returns true if the system has stopped reporting these events to the app after Low Power Mode
  /// (LIFE-10).
  private func isStalled(_ reason: LaunchReason) -> Bool {
    phone.app?.isStalled == true && reason.isLocation && reason != .liveUpdates
  }
}

extension LaunchReason {
  /// The reason in words for the timeline, such as "a significant change".
  package var words: String {
    switch self {
    case .userOpened: "the person"
    case .significantChange: "a significant change"
    case .visit: "a visit"
    case .region: "the border of a region"
    case .condition: "a condition"
    case .liveUpdates: "live updates"
    case .backgroundTask: "a background task"
    case .silentPush: "a silent push"
    case .voipPush: "a VoIP push"
    case .backgroundTransfer: "a finished transfer"
    case .notificationTapped: "a tap on a notification"
    case .prewarm: "expected use"
    case .bluetooth: "a Bluetooth accessory"
    case .unknown: "an unknown reason"
    }
  }

  var isLocation: Bool {
    switch self {
    case .significantChange, .visit, .region, .condition, .liveUpdates: true
    case .userOpened, .backgroundTask, .silentPush, .voipPush, .backgroundTransfer,
      .notificationTapped, .prewarm, .bluetooth, .unknown:
      false
    }
  }

  /// The cause to which the ledger charges the energy of a wake-up for this reason.
  var energyCause: EnergyCause {
    switch self {
    case .significantChange: .significantChanges
    case .region, .condition: .regions
    case .visit: .visits
    case .backgroundTask: .backgroundTask
    case .silentPush, .voipPush, .backgroundTransfer: .network
    case .userOpened, .liveUpdates, .notificationTapped, .prewarm, .bluetooth, .unknown: .launch
    }
  }
}
