import PhoneAPI
import Timekeeping

/// The behavior for trips that the user begins and ends.
///
/// A trip has its own settings, a distance, and a record at its end. The user's acts are
/// `startTrip` (with `mode` if it differs from the usual mode) and `stopTrip`; a pause of updates
/// also ends a trip. If tracking was off, it is on during the trip. The trip so far is stored at
/// each fix, so that it continues after a kill.
final class Trips: Behavior {
  private static let tripKey = "trip"
  private static let questionIdentifier = "end-trip"

  let events: Events = [.launch, .tracking, .action, .pause, .visit, .notification, .settings]
  private unowned let tracker: Tracker
  /// The trip in progress; nil without a trip.
  private(set) var trip: TripSummary?
  private lazy var endings = TripEndings(tracker)

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    if let text = tracker.phone.container.value(forKey: Self.tripKey) {
      if let trip = TripSummary(json: text) { goOn(with: trip) } else { keep() }
    }
    endings.goOn()
  }

  func performed(_ action: UserAction) {
    switch TrackerAct(action) {
    case .startTrip: start(action.parameters["mode"])
    case .stopTrip: end()
    default: break
    }
  }

  private func start(_ mode: String?) {
    guard trip == nil else { return tracker.note(.trips, "ignores a start: a trip is in progress") }
    let usual = tracker.settings.trip.mode
    let chosen = mode.map { TripMode(rawValue: $0) } ?? usual
    if chosen == nil { tracker.note(.trips, "has no such mode of transport and uses \(usual)") }
    let second = tracker.clock.now.wholeSeconds
    var trip = TripSummary(
      mode: chosen ?? usual, start: Instant(nanoseconds: second * 1_000_000_000))
    trip.startedTracking = !tracker.isTracking
    tracker.note(.trips, "begins, by \(trip.mode)")
    goOn(with: trip)
    keep()
    tracker.setTracking(true)
    tracker.sendUnlessOff()
  }

  private func goOn(with trip: TripSummary) {
    self.trip = trip
    tracker.receive(.record, self, isOn: true)
    tracker.tripID = trip.start.iso8601()
    preventScreenLock()
  }

  private func end(automatically: Bool = false) {
    guard var ended = trip else { return }
    ended.end = max(ended.start, tracker.clock.now)
    ended.stoppedAutomatically = automatically
    tracker.note(.trips, "ends after \(Int(ended.distanceMeters)) m")
    endings.add(ended)
    trip = nil
    keep()
    tracker.receive(.record, self, isOn: false)
    tracker.tripID = nil
    preventScreenLock()
    tracker.phone.notifications.removePending(identifiers: [Self.questionIdentifier])
    endings.goOn()
  }

  private func keep() { tracker.phone.container.set(trip?.json, forKey: Self.tripKey) }

  private func preventScreenLock() {
    let isWanted = trip != nil && tracker.settings.trip.preventsScreenLock
    let application = tracker.phone.application
    if application.isIdleTimerDisabled != isWanted { application.isIdleTimerDisabled = isWanted }
  }

  // MARK: During a trip

  func recorded(_ record: Record) {
    if record.isLocation, trip?.add(record.location) == true { keep() }
  }

  func settingsChanged() { preventScreenLock() }
  func updatesPaused() { end(automatically: true) }
  func trackingEnded() { end() }

  /// Asks the user if the trip is over.
  ///
  /// A user who stays at a place may have forgotten to end the trip.
  func visited(_ visit: Visit, at now: Instant) {
    guard trip != nil, tracker.settings.overland.notifies else { return }
    tracker.phone.notifications.add(
      LocalNotification(
        identifier: Self.questionIdentifier, title: "Are you still on your trip?",
        body: "Tap to end it.", trigger: .after(.zero)))
  }

  func notificationTapped(_ identifier: String) {
    if identifier == Self.questionIdentifier { end() }
  }
}
