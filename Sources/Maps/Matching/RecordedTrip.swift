import EventKernel
import Geodesy
import Text
import Timekeeping
import World

/// A part of a recording in which the person moves in one way: on foot, by bicycle, car or train.
struct RecordedTrip: Sendable, Hashable {
  var mode: MotionMode
  /// The indices of the trip's points in the recording.
  var points: Range<Int>

  /// Returns the trips of a recording in order, as a run sees them: between rests and gaps, each
  /// with the mode that the recording states or its speeds suggest.
  ///
  /// - Throws: `ItineraryError` if the recording has no two plausible points.
  static func find(in trace: Trace) throws(ItineraryError) -> [RecordedTrip] {
    let world = try World(
      replaying: trace, area: .urban, calendar: .utc, carried: .pocket, inferringStays: false,
      chance: SeededRandom(seed: 1))
    var trips: [RecordedTrip] = []
    var joined: (mode: MotionMode, start: Instant, end: Instant)?
    func close() {
      guard let span = joined else { return }
      let from = max(trips.last?.points.upperBound ?? 0, trace.index(from: span.start))
      let to = trace.index(after: span.end)
      // Small movements at one place are no trip.
      if from < to, let way = Array(trace.points[from..<to]).progress.meters.last, way > 0 {
        trips.append(RecordedTrip(mode: span.mode, points: from..<to))
      }
      joined = nil
    }
    for span in world.person.spans {
      if let open = joined, open.end == span.start, span.isTruthKnown,
        open.mode.isLike(span.mode)
      {
        joined?.end = span.end
        continue
      }
      close()
      if span.isTruthKnown, span.mode.isMoving { joined = (span.mode, span.start, span.end) }
    }
    close()
    return trips
  }
}

extension MotionMode {
  /// Returns true if both modes use the same ways: a runner and a walker.
  fileprivate func isLike(_ other: MotionMode) -> Bool {
    self == other || Set([self, other]) == [.walking, .running]
  }
}

extension Trace {
  /// Returns the index of the first point at or after an instant.
  fileprivate func index(from instant: Instant) -> Int { firstIndex { $0 >= instant } }
  /// Returns the index of the first point after an instant.
  fileprivate func index(after instant: Instant) -> Int { firstIndex { $0 > instant } }

  private func firstIndex(_ holds: (Instant) -> Bool) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(points[middle].time) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
