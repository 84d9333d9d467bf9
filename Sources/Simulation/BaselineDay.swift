import Evaluation
import Timekeeping
import World

/// A day without a tracker, with which the energy of every tracker on that day is compared.
///
/// Trackers under one seed run through the same day, so it is computed once for all of them.
package struct BaselineDay: Sendable {
  struct BaselineSegment: Sendable {
    var stretch: Stretch
    /// The energy up to the segment's end.
    var account: EnergyAccount
  }

  let stretches: [BaselineSegment]

  package init(_ day: SimulatedDay) throws {
    stretches = try day.world.stretches.map { stretch in
      BaselineSegment(
        stretch: stretch, account: try Self.account(of: day, stretch, until: stretch.end))
    }
  }

  /// Returns the energy drawn from the battery until `end`.
  package static func account(
    of day: SimulatedDay, _ stretch: Stretch, until end: Instant
  ) throws -> EnergyAccount {
    let phone = day.phone(stretch: stretch, app: nil, server: nil, tracker: nil)
    try phone.run(until: end)
    return phone.account()
  }
}
