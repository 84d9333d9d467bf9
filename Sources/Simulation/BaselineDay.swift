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
  }

  let segments: [BaselineSegment]

  package init(_ day: SimulatedDay) throws {
    segments = try day.world.segments.map { segment in
      BaselineSegment(
        segment: segment, account: try Self.account(of: day, segment, until: segment.end))
    }
  }

  /// Returns the energy that a phone without a tracker draws from the battery until `end`.
  package static func account(
    of day: SimulatedDay, _ segment: Segment, until end: Instant
  ) throws -> EnergyAccount {
    let phone = day.phone(segment: segment, app: nil, server: nil, tracker: nil)
    try phone.run(until: end)
    return phone.account()
  }
}
