import PhoneAPI
import Timekeeping

/// Records visits, where the settings ask for them and the phone notices them.
final class Visits: Behaviour {
  let events: Events = [.tracking, .visit]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    guard tracker.settings.visitTracking else { return }
    switch tracker.manager.visitMonitoringAvailability {
    case .available:
      tracker.manager.startMonitoringVisits()
      tracker.note(.visits, "starts")
    case .unavailable(let reason):
      tracker.note(.visits, "the phone has none: \(reason)")
    }
  }

  func trackingEnded() { tracker.manager.stopMonitoringVisits() }

  func visited(_ visit: Visit, at now: Instant) {
    guard tracker.settings.visitTracking, !tracker.dropsEverything else { return }
    let location = Location(
      coordinate: visit.coordinate, horizontalAccuracyMeters: visit.horizontalAccuracyMeters,
      timestamp: now)
    tracker.record(
      location, kind: .visit(arrival: visit.arrival, departure: visit.departure), source: .visit,
      at: now)
  }
}
