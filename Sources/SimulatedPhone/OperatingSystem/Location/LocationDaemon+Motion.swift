import PhoneAPI
import Timekeeping

/// The effects of rest and movement on location sessions. The rate of positions changes, and the
/// system may pause a session at rest.
extension LocationDaemon {
  func phoneLiesStill() {
    fine.phoneLiesStill()
    for client in clients { schedulePause(client) }
    suspendAtStop()
  }

  /// Adapts the sessions to a phone that moves. From now on, network positions come more often.
  func phoneMoves() {
    fine.phoneMoves()
    for client in clients where client.staying == nil { cancelPause(client) }
    scheduleNetworkFix(isFirst: true)
    moveOnAfterStop()
    phone.sessions.phoneMoves()
  }

  /// Schedules the pause of a session after the phone has lain still for ten to fifteen minutes, if
  /// the app allows pauses (PAU-1, PAU-2).
  func schedulePause(_ client: LocationClient) {
    cancelPause(client)
    guard client.wantsStandardUpdates, client.pausesLocationUpdatesAutomatically,
      !system.isUnrestricted
    else { return }
    guard client.activityType != .automotiveNavigation || client.isLive else {
      return watchStaying(client)
    }
    client.staying = nil
    guard phone.isLyingStill else { return }
    if client.isLive { return scheduleLivePause(client) }
    let wait = pauses.uniform(
      in: ordered(system.pauseSecondsMin, system.pauseSecondsMax), at: Int64(phone.stillnessCount))
    client.pauseDue = phone.schedule(
      .location(.pauseDue(client: client.number)), after: .seconds(wait))
  }

  private func cancelPause(_ client: LocationClient) {
    if let due = client.pauseDue { phone.cancel(due) }
    client.pauseDue = nil
  }

  /// Checks each minute how far the phone has moved, for a session of automotive navigation. A
  /// phone that moves back and forth within a hundred yards counts as staying at one place (PAU-3).
  private func watchStaying(_ client: LocationClient) {
    if let here = latestFix?.coordinate,
      client.staying.map({ $0.place.distanceMeters(to: here) > system.stayMeters }) ?? true
    {
      client.staying = (here, phone.now)
    }
    client.pauseDue = phone.schedule(
      .location(.pauseDue(client: client.number)), after: .seconds(60 as Int64))
  }

  private func hasStayedLongEnough(_ client: LocationClient) -> Bool {
    guard let staying = client.staying else {
      guard client.activityType != .automotiveNavigation || client.isLive else {
        watchStaying(client)
        return false
      }
      return true
    }
    watchStaying(client)
    let wait = pauses.uniform(
      in: ordered(system.pauseSecondsMin, system.pauseSecondsMax),
      at: floorDivide(staying.since.wholeSeconds, 600))
    return client.staying?.since == staying.since && (phone.now - staying.since).seconds >= wait
  }

  func pauseDue(client number: Int) {
    guard let client = client(number), client.pausesLocationUpdatesAutomatically,
      client.wantsStandardUpdates, client.process?.isRunning == true, hasStayedLongEnough(client)
    else { return }
    let fact = client.isLive ? "BG-9" : client.staying == nil ? "PAU-2" : "PAU-3"
    phone.note(.operatingSystem, fact) { "pauses location updates: the phone stays where it is" }
    if phone.authorizationInEffect == .whenInUse, !phone.isAppInUse {
      phone.note(.operatingSystem, "PAU-5") {
        "with While Using they do not resume until the app is opened"
      }
    }
    cancelPause(client)
    client.staying = nil
    // Only the app can start it again (PAU-4), and with While Using only in use (PAU-5).
    client.session = .paused
    reconsider()
    client.delegate?.locationManagerDidPauseLocationUpdates(client)
  }
}
