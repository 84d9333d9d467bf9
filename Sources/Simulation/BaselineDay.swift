import Evaluation
import Timekeeping
import World

/// A simulated day without a tracker. The battery use of every tracker on the same day is compared
/// with it.
///
/// All trackers of one seed run through the same day, so the baseline day is computed once.
package struct BaselineDay: Sendable {
  struct BaselineSegment: Sendable {
    var segment: Segment
    /// The energy that the phone used up to the segment's end.
    var account: EnergyAccount
    /// The part of that energy that was used while the recording has a gap.
    var unrecordedJoules = 0.0
  }

  let segments: [BaselineSegment]

  package init(_ day: SimulatedDay) throws {
    segments = try day.world.segments.map { segment in
      try Self.segment(segment, of: day, until: segment.end)
    }
  }

  /// Simulates a segment on a phone without a tracker until `end`.
  static func segment(
    _ segment: Segment, of day: SimulatedDay, until end: Instant
  ) throws -> BaselineSegment {
    let phone = day.phone(segment: segment, app: nil, server: nil, tracker: nil)
    let joules = try UnrecordedTime(in: segment, of: day.world, until: end)
      .joules(of: phone, until: end) { try phone.run(until: $0) }
    return BaselineSegment(
      segment: segment, account: phone.account(), unrecordedJoules: joules)
  }
}
