import PhoneAPI
import Timekeeping

/// The trips that have ended but are not recorded yet.
///
/// A trip's record contains the number of steps, which the phone has to report first. The trips are
/// stored meanwhile, so that they survive a kill.
final class TripEndings {
  private static let key = "endedTrips"

  private unowned let tracker: Tracker
  /// The end times of the trips for which the tracker has already requested the number of steps.
  private var asked: Set<Instant> = []

  init(_ tracker: Tracker) { self.tracker = tracker }

  /// The ended trips that are not recorded yet. The container holds one line for each.
  private var waiting: [TripSummary] {
    get {
      (tracker.phone.container.value(forKey: Self.key) ?? "").split(separator: "\n")
        .compactMap { TripSummary(json: String($0)) }
    }
    set {
      let lines = newValue.map(\.json).joined(separator: "\n")
      tracker.phone.container.set(lines.isEmpty ? nil : lines, forKey: Self.key)
    }
  }

  func add(_ trip: TripSummary) { waiting.append(trip) }

  /// Records the ended trips, each as soon as the phone has reported its steps.
  func goOn() {
    for trip in waiting {
      let end = trip.end ?? trip.start
      guard asked.insert(end).inserted else { continue }
      let pedometer = tracker.phone.pedometer
      guard pedometer.availability.isAvailable else {
        write(trip, steps: nil)
        continue
      }
      pedometer.queryPedometerData(from: trip.start, to: end) { [weak self] result in
        self?.write(trip, steps: try? result.get().steps)
      }
    }
  }

  private func write(_ trip: TripSummary, steps: Int?) {
    let end = trip.end ?? trip.start
    asked.remove(end)
    var complete = trip
    complete.steps = steps
    var location = trip.lastLocation ?? .unknown
    location.timestamp = end
    guard
      tracker.record(
        location, kind: .trip, source: .derived, at: end, details: complete.json)
    else { return }
    waiting.removeAll { ($0.end ?? $0.start) == end }
    tracker.sendUnlessOff()
    if trip.startedTracking, tracker.tripID == nil { tracker.setTracking(false) }
  }
}
