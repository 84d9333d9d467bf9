import PhoneAPI
import Timekeeping

/// Trips that have ended and whose records are still to be written, for the phone is asked for their
/// steps first; kept over kills.
final class TripEndings {
  private static let key = "endedTrips"

  private unowned let tracker: Tracker
  /// Ends of the trips whose steps are asked for.
  private var asked: Set<Instant> = []

  init(_ tracker: Tracker) { self.tracker = tracker }

  /// A line a trip.
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

  /// Writes the records of those that wait, as soon as their steps are known.
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
