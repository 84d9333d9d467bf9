import Geodesy
import PhoneAPI

extension LocationDaemon {
  /// Marks the sessions of a suspended process, so that the system can store the positions that
  /// they miss. The phone computes these positions only if another app or service requests
  /// positions.
  func processStopsListening(_ process: AppProcess) {
    guard system.missedFixCountMax > 0 else { return }
    for client in process.clients {
      client.isMissingOut = client.wantsStandardUpdates && phone.permissions.allowsLocation
    }
  }

  @inline(never)
  func miss(_ fix: Location, _ client: LocationClient) {
    client.missed.append(fix)
    let excess = client.missed.count - system.missedFixCountMax
    if excess > 0 { client.missed.removeFirst(excess) }
  }

  /// Delivers the missed positions at once, the oldest first.
  func processListensAgain(_ process: AppProcess) {
    for client in process.clients where client.isMissingOut {
      client.isMissingOut = false
      let missed = client.missed
      client.missed = []
      guard let last = missed.last, client.wantsStandardUpdates else { continue }
      phone.note(.operatingSystem, "STD-16") {
        "delivers \(missed.count) positions of the time while the app was suspended"
      }
      deliverTogether(missed, upTo: last.coordinate, to: client)
    }
  }

  private func deliverTogether(
    _ fixes: [Location], upTo last: Coordinate, to client: LocationClient
  ) {
    client.lastDelivered = last
    deliveredFixes += fixes.count
    phone.addImpulse(
      processor.hostJoulesPerFixDelivered * Double(fixes.count), .processor, cause)
    client.delegate?.locationManager(client, didUpdateLocations: fixes)
  }
}
