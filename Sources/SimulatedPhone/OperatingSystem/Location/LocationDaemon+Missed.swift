import Geodesy
import PhoneAPI

/// The handling of positions for a suspended app. Sources disagree (STD-16).
enum SuspendedUpdates: String, CaseIterable {
  /// A compromise: the app gets the last few on resumption, the gap stays (judgement).
  case newestFew = "newest-few"
  /// According to Apple: they are queued, and delivered when the app next runs.
  case queued
  /// According to an author of a tracker: the system keeps none.
  case lost
}

extension LocationDaemon {
  /// Marks the sessions of a suspended process. The phone computes no positions for them, but those
  /// that it computes for another app or service would be theirs too.
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

  /// Delivers the missed positions at once, in the order of time.
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
