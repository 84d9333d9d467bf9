import PhoneAPI

/// The rules for location sessions in the background, and for keeping the app running.
extension LocationDaemon {
  /// Returns true if the process of this manager may receive fixes now.
  func mayHaveFixes(_ client: LocationClient) -> Bool {
    guard let process = client.process, process.isRunning, phone.permissions.allowsLocation else {
      return false
    }
    if system.isUnrestricted { return true }
    if process.state == .foreground || process.isInUse { return true }
    if phone.authorizationInEffect == .always {
      // In a wake window or a scheduled task fixes come even without background updates (BG-2).
      return client.allowsBackgroundLocationUpdates || process.wakeReason != nil
    }
    // When In Use: a session started in use goes on, and the system shows the indicator (BG-3,
    // BG-5).
    guard !client.isLive, case .on(mayOutlastWakeWindow: true) = client.session else {
      return false
    }
    return client.allowsBackgroundLocationUpdates
  }

  /// Returns true if a session that starts now may last in the background. It may last if it starts
  /// in the foreground (BG-1), or in a wake-up that allows it (BG-2). It may also last if it
  /// replaces a session that kept the process running until now.
  func mayStartLasting(_ process: AppProcess) -> Bool {
    if process.state == .foreground { return true }
    if phone.authorizationInEffect != .always { return false }
    switch process.wakeReason {
    case .significantChange, .liveUpdates: return true
    case .region where system.regionWakeEarnsSession: return true
    default: return process.wasKeptAlive
    }
  }

  /// Returns true if a location session keeps the background process running (BG-1, BG-2, BG-3).
  func keepsAlive(_ process: AppProcess) -> Bool {
    process.clients.contains { isLasting($0) && !isLowGrade($0) }
  }

  func isLasting(_ client: LocationClient) -> Bool {
    guard client.isServed, case .on(let mayLast) = client.session else { return false }
    return (mayLast && client.allowsBackgroundLocationUpdates) || hasActivitySession(client)
  }

  /// Returns true if the manager's process holds a background activity session (BG-8).
  private func hasActivitySession(_ client: LocationClient) -> Bool {
    phone.sessions.hasActivity && client.process.map(phone.sessions.keepsInUse) == true
  }

  /// Returns true if the session is low-grade, so that it does not keep the app running.
  ///
  /// The rule exists from iOS 16.4 on, for an app with Always that also monitors significant
  /// changes. A session is low-grade if it has a distance filter, or an accuracy of 1 km or
  /// coarser. It keeps the app running only while the indicator shows (BG-3). Apple's own advice
  /// (no pausing, an accuracy of 3 km) gives a low-grade session (PAU-6). A tracker that must keep
  /// running at rest therefore requests an accuracy slightly finer than 1 km, and sets no filter
  /// (EN-5).
  private func isLowGrade(_ client: LocationClient) -> Bool {
    system.suspendsLowGradeSessions && significantChanges.isMonitoring
      && phone.authorizationInEffect == .always && !client.showsBackgroundLocationIndicator
      && !hasActivitySession(client)
      && (client.distanceFilterMeters != nil || client.desiredAccuracy.meters >= 1000)
  }

  /// Returns the time from the loss of the reason to run until the process is suspended [s]. It
  /// follows BG-3 after a low-grade session, otherwise LIFE-1.
  func secondsToSuspension(_ process: AppProcess) -> Double {
    process.clients.contains { isLasting($0) && isLowGrade($0) }
      ? system.lowGradeSuspensionSeconds : system.backgroundGraceSeconds
  }

  /// Returns the reason for which the process is suspended, as a text for the timeline, and the ID
  /// of the rule in FACTS.md.
  func suspensionReason(_ process: AppProcess) -> (text: String, fact: String) {
    for client in process.clients {
      switch client.session {
      case .paused: return ("its updates are paused", "PAU-1")
      case .on(let mayLast) where !client.allowsBackgroundLocationUpdates || !mayLast:
        return ("its updates may not go on in the background", mayLast ? "BG-1" : "BG-2")
      case .on: return ("its location session is low-grade", "BG-3")
      case .off: continue
      }
    }
    let fact =
      switch process.wakeReason {
      case nil: "LIFE-1"
      case .region: "REG-8"
      case .backgroundTask: "BGT-1"
      case .silentPush: "NET-1"
      case .voipPush: "NET-4"
      case .backgroundTransfer: "NET-5"
      case .bluetooth: "CAR-2"
      case .userOpened, .significantChange, .visit, .condition, .liveUpdates,
        .notificationTapped, .prewarm, .unknown:
        "SLC-9"
      }
    return ("nothing keeps it running", fact)
  }
}
