import Geodesy
import PhoneAPI

/// What becomes of positions that a suspended app would have had: accounts differ (STD-16).
enum SuspendedUpdates: String, CaseIterable {
  /// Neither account alone: the last few come on resumption, the gap stays (judgement).
  case newestFew = "newest-few"
  /// Apple: they are queued, and handed over when the app next runs.
  case queued
  /// An author of a tracker: the system keeps none.
  case lost
}

extension LocationDaemon {
  /// Nothing is positioned for a suspended session; what is known anyway, for another app or service,
  /// would be its as well.
  func processStopsListening(_ process: AppProcess) {
    guard system.missedFixCountMax > 0 else { return }
    for client in process.clients {
      client.isMissingOut = client.wantsStandardUpdates && phone.permissions.allowsLocation
    }
  }

  func miss(_ fix: Location, _ client: LocationClient) {
    client.missed.append(fix)
    let excess = client.missed.count - system.missedFixCountMax
    if excess > 0 { client.missed.removeFirst(excess) }
  }

  /// In one delivery, in the order of their time.
  func processListensAgain(_ process: AppProcess) {
    for client in process.clients where client.isMissingOut {
      client.isMissingOut = false
      let missed = client.missed
      client.missed = []
      guard let last = missed.last, client.wantsStandardUpdates else { continue }
      phone.note(.operatingSystem, "STD-16") {
        "hands over \(missed.count) positions of the time while the app was suspended"
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
