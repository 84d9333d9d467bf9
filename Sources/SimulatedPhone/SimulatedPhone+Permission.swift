import EventKernel
import PhoneAPI
import Timekeeping
import World

/// Changes of the app's permissions, and their effects.
extension SimulatedPhone {
  /// Changes a permission or a switch in Settings, as the person would do it.
  public func change(_ change: PermissionChange) {
    var changed = permissions
    changed.apply(change)
    guard changed != permissions else { return }
    note(.person, "scenario") { "in Settings " + change.words }
    adopt(changed)
  }

  /// Applies changed permissions to the app's location sessions, and reports the change to the app.
  ///
  /// A suspended app receives the callback when it next runs. No source says that iOS ends an app
  /// because of such a change.
  func adopt(_ changed: AppPermissions) {
    let before = permissions
    guard changed != before else { return }
    let wasInEffect = authorizationInEffect
    permissions = changed
    if before.accuracyInEffect != changed.accuracyInEffect { location.accuracyChanged() }
    if before.allowsLocation, !changed.allowsLocation {
      location.permissionWithdrawn()
    } else if wasInEffect == .always, authorizationInEffect == .whenInUse {
      location.permissionLowered()
    }
    location.reconsider()
    if before.status != changed.status || before.accuracyInEffect != changed.accuracyInEffect {
      reportAuthorization()
    }
    if before.isAlwaysProvisional, !changed.isAlwaysProvisional { settleHeldEvents() }
    statusMayHaveChanged()
    reportSystemChange()
  }

  private func reportAuthorization() {
    guard let process = app?.process else { return }
    process.callSoon {
      for client in process.clients {
        client.delegate?.locationManagerDidChangeAuthorization(client)
      }
    }
  }

  /// The location permission that the system applies, which can differ from the one that the app
  /// sees.
  var authorizationInEffect: AuthorizationStatus {
    let status = permissions.inEffect
    guard status == .always, !sessions.letsAlwaysTakeEffect else { return status }
    return .whenInUse
  }

  /// True if the app is open, was left a moment ago, or has a background activity session. Such a
  /// session outlives the process (BG-5, BG-8).
  var isAppInUse: Bool { app?.process?.isInUse ?? sessions.hasActivity }

  // MARK: Events of low-power services

  /// The decision on an event for the app: deliver now, deliver once the person answered, or never.
  enum Admission { case now, onceAnswered, never }

  /// Returns the decision on an event of a low-power service, from the app's permission.
  ///
  /// With While Using permission, significant changes, visits and regions reach the app only while
  /// the app is in use (BG-5). With a provisional Always, the events wait for the person's answer
  /// (BG-6). With reduced accuracy there are no crossings of regions (BG-7).
  func admission(of reason: LaunchReason) -> Admission {
    if permissions.isAccuracyReduced, reason == .region || reason == .condition { return .never }
    switch authorizationInEffect {
    case .always: return .now
    case .whenInUse:
      if isAppInUse { return .now }
      return permissions.isAlwaysProvisional ? .onceAnswered : .never
    case .notDetermined, .restricted, .denied: return .never
    }
  }

  /// Keeps an event until the person has answered the prompt for Always.
  func hold(_ event: HeldEvent) {
    note(.operatingSystem, "BG-6") { "holds \(event.word) back until the person has answered" }
    heldEvents.append(event)
  }

  /// Delivers the held events if the person kept the permission Always; otherwise drops them.
  ///
  /// A single wake-up of the process is enough to deliver all events.
  private func settleHeldEvents() {
    let events = heldEvents
    heldEvents = []
    guard !events.isEmpty else { return }
    let isDelivered = authorizationInEffect == .always
    note(.operatingSystem, "BG-6") {
      "\(isDelivered ? "delivers" : "drops") \(events.count) events that were held back"
    }
    guard isDelivered else { return }
    for event in events {
      switch event {
      case .significantChange(let fix): location.significantChanges.deliverHeld(fix)
      case .visit(let visit): location.visits.report([visit])
      case .region(let region, let crossing):
        location.geofences.report(region: region, crossing: crossing)
      }
    }
  }
}

/// An event of a low-power service that waits for the person's answer (BG-6).
enum HeldEvent: Sendable {
  case significantChange(Location)
  case visit(Visit)
  case region(Int, crossing: Int)

  var word: String {
    switch self {
    case .significantChange: "a significant change"
    case .visit: "a visit"
    case .region: "a crossing"
    }
  }
}
