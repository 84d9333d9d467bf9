import Evaluation
import SimulatedPhone
import Timekeeping
import World

/// The times of a segment in which a recording has a gap. They are simulated with an assumed
/// movement, and not judged.
struct UnrecordedTime {
  let spans: [Segment]

  /// No such times, as in a scenario without a recording.
  static let none = UnrecordedTime(spans: [])

  private init(spans: [Segment]) { self.spans = spans }

  init(in segment: Segment, of world: World, until end: Instant) {
    spans = world.person.spans.compactMap { span in
      let part = Segment(start: max(span.start, segment.start), end: min(span.end, end))
      return !span.isTruthKnown && part.start < part.end ? part : nil
    }
  }

  private var seconds: Double { spans.reduce(0) { $0 + ($1.end - $1.start).seconds } }

  /// Returns the part of these times before `end`.
  func until(_ end: Instant) -> UnrecordedTime {
    UnrecordedTime(
      spans: spans.filter { $0.start < end }.map {
        Segment(start: $0.start, end: min($0.end, end))
      })
  }

  /// Runs a phone to an instant, and returns the energy that it used in these times.
  ///
  /// - Parameter run: runs the phone to an instant.
  func joules(
    of phone: SimulatedPhone, until end: Instant, run: (Instant) throws -> Void
  ) rethrows -> Double {
    var joules = 0.0
    for span in spans {
      try run(span.start)
      let before = phone.ledger.totalJoules(at: span.start)
      try run(span.end)
      joules += phone.ledger.totalJoules(at: span.end) - before
    }
    try run(end)
    return joules
  }

  /// Returns the part of the energy of both days that falls into these times; nil without such
  /// times.
  func energy(withTracker joules: Double, without baseline: Double) -> UnrecordedEnergy? {
    guard !spans.isEmpty else { return nil }
    return UnrecordedEnergy(
      seconds: seconds, totalJoules: joules, marginalJoules: joules - baseline)
  }
}
