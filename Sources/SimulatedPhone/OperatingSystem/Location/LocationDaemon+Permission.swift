import PhoneAPI

/// What a change of permission does to the app's requests.
extension LocationDaemon {
  /// Sessions end with an error; what the system watches stays, and is silent.
  func permissionWithdrawn() {
    for client in clients {
      let isAsking =
        client.session != .off || client.oneShotEnds != nil || client.watchesSignificantChanges
      client.session = .off
      client.oneShotEnds = nil
      guard isAsking else { continue }
      phone.note(.operatingSystem, "BG-5") { "ends what the app asked for: location is denied" }
      client.failSoon(.denied)
    }
  }

  /// A session that Always carried in the background does not go on under While Using, which would have
  /// it begin in use (BG-5; judgement).
  func permissionLowered() {
    for client in clients where client.wantsStandardUpdates {
      guard let process = client.process, process.state != .foreground, !process.isInUse else {
        continue
      }
      phone.note(.operatingSystem, "BG-5") { "ends a session in the background: only While Using" }
      client.session = .on(mayOutlastWakeWindow: false)
    }
  }
}
