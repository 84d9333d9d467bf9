import PhoneAPI
import Timekeeping

/// The behavior that records visits, if the setting is on and the phone can report visits.
final class Visits: Behavior {
  let events: Events = [.tracking, .visit]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    guard isWanted else { return }
    switch tracker.manager.visitMonitoringAvailability {
    case .available:
      tracker.manager.startMonitoringVisits()
      tracker.note(.visits, "starts")
    case .unavailable(let reason):
      tracker.note(.visits, "the phone reports no visits: \(reason)")
    }
  }

  func trackingEnded() { tracker.manager.stopMonitoringVisits() }

  func visited(_ visit: Visit, at now: Instant) {
    if savesPositions { return savePosition(of: visit, at: now) }
    guard isWanted, !tracker.dropsEverything else { return }
    let location = Location(
      coordinate: visit.coordinate, horizontalAccuracyMeters: visit.horizontalAccuracyMeters,
      timestamp: now)
    tracker.record(
      location, kind: .visit(arrival: visit.arrival, departure: visit.departure), source: .visit,
      at: now)
  }

  private var savesPositions: Bool { tracker.settings.pilotQuirks.visitsOnly }
  private var isWanted: Bool { tracker.settings.visitTracking || savesPositions }

  /// Records a visit's place as a position of unknown accuracy.
  ///
  /// The time of the position is the arrival, or the current time if the arrival is unknown.
  private func savePosition(of visit: Visit, at now: Instant) {
    let arrival = visit.arrival == .distantPast ? now : visit.arrival
    tracker.record(
      Location(
        coordinate: visit.coordinate, horizontalAccuracyMeters: -1, timestamp: arrival),
      source: .visit, at: now)
  }
}
