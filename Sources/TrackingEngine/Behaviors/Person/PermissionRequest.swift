import PhoneAPI
import Timekeeping

/// The behavior that asks the user for location access: first When In Use, later Always.
///
/// It asks for When In Use when the app is opened. With `reportsDenial`, the app shows a message at
/// each opening if the user has denied access.
final class PermissionRequest: Behavior {
  static let denial = "Location is off for this app. Turn it on in Settings, under Privacy."
  private static let denialDelay = TimeSpan.seconds(2 as Int64)

  let events: Events = [.foreground, .tracking, .authorization]
  private unowned let tracker: Tracker
  private var hasAskedForWhenInUse = false
  private var hasAskedForAlways = false
  private var hasReported = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { ask() }
  func authorizationChanged() { ask() }

  func foregroundChanged() {
    hasReported = false
    if !tracker.isInForeground { hasAskedForWhenInUse = false }
    ask()
  }

  private func ask() {
    guard tracker.isInForeground else { return }
    switch tracker.manager.authorizationStatus {
    // Launch turns tracking on and opens the app; one request is enough for both.
    case .notDetermined where !hasAskedForWhenInUse:
      hasAskedForWhenInUse = true
      tracker.note(.permissionRequest, "asks for When In Use")
      tracker.manager.requestWhenInUseAuthorization()
    case .whenInUse where !hasAskedForAlways:
      hasAskedForAlways = true
      soon(after: tracker.settings.alwaysRequestDelay) { tracker in
        tracker.note(.permissionRequest, "asks for Always")
        tracker.manager.requestAlwaysAuthorization()
      }
    case .denied where tracker.settings.reportsDenial && !hasReported:
      hasReported = true
      soon(after: Self.denialDelay) { tracker in
        guard tracker.manager.authorizationStatus == .denied else { return }
        tracker.alert(.permissionRequest, Self.denial)
      }
    case .notDetermined, .whenInUse, .always, .denied, .restricted: break
    }
  }

  private func soon(after delay: TimeSpan, _ act: @escaping (Tracker) -> Void) {
    _ = tracker.clock.schedule(after: delay, repeats: false) { [weak self] in
      if let self { act(tracker) }
    }
  }
}
