import PhoneAPI
import Timekeeping

/// Asks for location When In Use when the app is opened, and a second later for Always.
final class PermissionRequest: Behaviour {
  let events: Events = [.foreground, .tracking, .authorization]
  private unowned let tracker: Tracker
  private var hasAskedForAlways = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { ask() }
  func foregroundChanged() { ask() }
  func authorizationChanged() { ask() }

  private func ask() {
    guard tracker.isInForeground else { return }
    switch tracker.manager.authorizationStatus {
    case .notDetermined:
      tracker.note(.permissionRequest, "asks for When In Use")
      tracker.manager.requestWhenInUseAuthorization()
    case .whenInUse where !hasAskedForAlways:
      hasAskedForAlways = true
      _ = tracker.clock.schedule(after: .seconds(1 as Int64), repeats: false) { [weak self] in
        self?.tracker.note(.permissionRequest, "asks for Always")
        self?.tracker.manager.requestAlwaysAuthorization()
      }
    case .whenInUse, .always, .denied, .restricted: break
    }
  }
}
