import PhoneAPI

/// Asks for live updates: fixes as good as any while the person moves, and none while the phone lies still,
/// when the system lets the app be suspended; with the next movement they go on by themselves (BG-9).
///
/// Where the phone has none, before iOS 17, standard updates take their place.
final class LiveUpdates: Behavior {
  let events: Events = [.tracking, .foreground, .authorization, .pause]
  private unowned let tracker: Tracker
  private var session: LocationSession?
  /// Has an app with While Using in use for as long as it tracks (BG-8).
  private var activity: LocationSession?
  /// Another behavior has standard updates in their place.
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
    tracker.note(.liveUpdates, session == nil ? "is given none" : "begins")
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

  /// Now is the time to send what waits: the app is about to be suspended.
  func updatesPaused() {
    tracker.note(.liveUpdates, "rests while the phone lies still")
    tracker.sendUnlessOff()
  }

  /// Standard updates begin before the session ends: something has to keep the app running.
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
      tracker.note(.liveUpdates, "the phone has none: begins standard updates")
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
