import PhoneAPI

/// The behavior that asks the phone for live updates.
///
/// Live updates give accurate fixes while the user moves. While the phone lies still, they give no
/// fixes, and the system may suspend the app. At the next movement the updates continue without a
/// new request (BG-9). On a phone without live updates, before iOS 17, the behavior uses standard
/// updates instead.
final class LiveUpdates: Behavior {
  let events: Events = [.tracking, .foreground, .authorization, .pause]
  private unowned let tracker: Tracker
  private var session: LocationSession?
  /// The session that allows live updates in the background to an app that has only the permission
  /// When In Use (BG-8).
  private var activity: LocationSession?
  /// True while another behavior makes the app use standard updates instead of live updates.
  private(set) var isHeldBack = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  var hasSession: Bool { session != nil }

  func trackingBegan() {
    guard !isHeldBack else { return }
    guard tracker.manager.sessionsAvailability.isAvailable else { return startStandardUpdates() }
    stayInUse()
    guard session == nil else { return }
    session = tracker.manager.beginLiveUpdates(configuration)
    tracker.services.insert(.standardUpdates)
    tracker.note(.liveUpdates, session == nil ? "gets no session" : "begins")
  }

  func trackingEnded() {
    isHeldBack = false
    endSession()
    if let activity { tracker.manager.endSession(activity) }
    activity = nil
    tracker.manager.stopUpdatingLocation()
    if tracker.services.remove(.standardUpdates) != nil { tracker.note(.liveUpdates, "ends") }
  }

  func foregroundChanged() { if tracker.isTracking { stayInUse() } }
  func authorizationChanged() { if tracker.isTracking { trackingBegan() } }

  /// Sends the waiting records, because the system is about to suspend the app.
  func updatesPaused() {
    tracker.note(.liveUpdates, "pauses while the phone lies still")
    tracker.sendUnlessOff()
  }

  /// Replaces live updates by standard updates.
  ///
  /// Standard updates begin before live updates end, so that the app keeps running.
  func holdBack() {
    isHeldBack = true
    tracker.manager.startUpdatingLocation()
    endSession()
  }

  func goOn() {
    isHeldBack = false
    trackingBegan()
    if session != nil { tracker.manager.stopUpdatingLocation() }
  }

  private func endSession() {
    if let session { tracker.manager.endSession(session) }
    session = nil
  }

  private func startStandardUpdates() {
    tracker.manager.startUpdatingLocation()
    if tracker.services.insert(.standardUpdates).inserted {
      tracker.note(.liveUpdates, "begins standard updates: the phone has no live updates")
    }
  }

  private func stayInUse() {
    guard activity == nil, tracker.manager.authorizationStatus == .whenInUse else { return }
    activity = tracker.manager.beginBackgroundActivitySession()
  }

  private var configuration: LiveUpdateConfiguration {
    switch tracker.settings.activityType {
    case .other: .default
    case .automotiveNavigation: .automotiveNavigation
    case .otherNavigation: .otherNavigation
    case .fitness: .fitness
    case .airborne: .airborne
    }
  }
}
