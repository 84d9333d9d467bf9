import EventKernel
import PhoneAPI
import Timekeeping
import World

/// Changes of what the app may do, by whoever makes them.
extension SimulatedPhone {
  /// The person changes a permission or a switch in Settings.
  public func change(_ change: PermissionChange) {
    var changed = permissions
    changed.apply(change)
    guard changed != permissions else { return }
    note(.person, "scenario") { "in Settings " + change.words }
    adopt(changed)
  }

  /// Sessions follow, and a running app is told; one that is suspended hears of it when it next runs.
  /// Nothing is known of iOS ending an app for it.
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
      tellAuthorization()
    }
    if before.isAlwaysProvisional, !changed.isAlwaysProvisional { settleHeldEvents() }
    statusMayHaveChanged()
  }

  private func tellAuthorization() {
    guard let process = app?.process else { return }
    process.callSoon {
      for client in process.clients {
        client.delegate?.locationManagerDidChangeAuthorization(client)
      }
    }
  }

  /// What location permission amounts to now, whatever the app believes.
  var authorizationInEffect: AuthorizationStatus {
    let status = permissions.inEffect
    guard status == .always, !sessions.letsAlwaysTakeEffect else { return status }
    return .whenInUse
  }

  /// Open, or left a moment ago, or under a background activity session, which outlives the process
  /// (BG-5, BG-8).
  var isAppInUse: Bool { app?.process?.isInUse ?? sessions.hasActivity }

  // MARK: Events of low-power services

  /// Whether an event may reach the app.
  enum Admission { case now, onceAnswered, never }

  /// Significant changes, visits and regions reach a When In Use app only while it is in use (BG-5); with
  /// a provisional Always they wait for the person's answer (BG-6). Where only the area may be known there
  /// are no crossings of borders (BG-7).
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

  /// Keeps an event until the person has answered.
  func hold(_ event: HeldEvent) {
    note(.operatingSystem, "BG-6") { "holds \(event.word) back until the person has answered" }
    heldEvents.append(event)
  }

  /// The process runs once for all of them.
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
