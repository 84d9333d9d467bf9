import PhoneAPI

/// The effects that a change of permission has on the app's location requests.
extension LocationDaemon {
  /// Ends location sessions with an error. The system keeps the app's regions and other monitoring,
  /// but reports nothing to the app.
  func permissionWithdrawn() {
    for client in clients {
      let isAsking =
        client.session != .off || client.oneShotEnds != nil || client.watchesSignificantChanges
      client.session = .off
      client.oneShotEnds = nil
      guard isAsking else { continue }
      phone.note(.operatingSystem, "BG-5") { "ends the app's requests: location is denied" }
      client.failSoon(.denied)
    }
  }

  /// Ends background sessions that depend on Always. With While Using, a session has to begin while
  /// the app is in use (BG-5; a judgment without a source).
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
