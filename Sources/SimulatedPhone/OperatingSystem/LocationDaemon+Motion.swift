import PhoneAPI
import Timekeeping

/// What lying still and moving mean for the sessions: rates change, and an idle session is paused.
extension LocationDaemon {
  func phoneLiesStill() {
    fine.phoneLiesStill()
    for client in clients { schedulePause(client) }
  }

  /// Whoever has network positions has them oftener from now on.
  func phoneMoves() {
    fine.phoneMoves()
    for client in clients { cancelPause(client) }
    scheduleNetworkFix(isFirst: true)
  }

  /// Ten to fifteen minutes of lying still and a session pauses, if its app lets it (PAU-1, PAU-2).
  func schedulePause(_ client: LocationClient) {
    cancelPause(client)
    guard phone.isLyingStill, client.wantsStandardUpdates else { return }
    let wait = pauses.uniform(
      in: system.pauseSecondsMin...system.pauseSecondsMax, at: Int64(phone.stillnessCount))
    client.pauseDue = phone.schedule(.pauseDue(client: client.number), after: .seconds(wait))
  }

  private func cancelPause(_ client: LocationClient) {
    if let due = client.pauseDue { phone.cancel(due) }
    client.pauseDue = nil
  }

  func pauseDue(client number: Int) {
    guard let client = client(number), client.pausesLocationUpdatesAutomatically,
      client.wantsStandardUpdates, client.process?.isRunning == true
    else { return }
    phone.note(.operatingSystem, "PAU-2") { "pauses location updates: the phone lies still" }
    client.session = .paused
    reconsider()
    client.delegate?.locationManagerDidPauseLocationUpdates(client)
  }
}
