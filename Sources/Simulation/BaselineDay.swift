import Evaluation
import Timekeeping
import World

/// A simulated day without a tracker. The battery use of every tracker on the same day is compared
/// with it.
///
/// All trackers of one seed run through the same day, so the baseline day is computed once.
package struct BaselineDay: Sendable {
  struct BaselineSegment: Sendable {
    var stretch: Stretch
    /// The energy that the phone used up to the segment's end.
    var account: EnergyAccount
  }

  let stretches: [BaselineSegment]

  package init(_ day: SimulatedDay) throws {
    stretches = try day.world.stretches.map { stretch in
      BaselineSegment(
        stretch: stretch, account: try Self.account(of: day, stretch, until: stretch.end))
    }
  }

  /// Returns the energy that a phone without a tracker draws from the battery until `end`.
  package static func account(
    of day: SimulatedDay, _ stretch: Stretch, until end: Instant
  ) throws -> EnergyAccount {
    let phone = day.phone(stretch: stretch, app: nil, server: nil, tracker: nil)
    try phone.run(until: end)
    return phone.account()
  }
}
