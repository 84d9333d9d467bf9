import Evaluation
import Timekeeping
import World

/// A day without a tracker, whose energy every tracker on that day is held against.
///
/// Trackers under one seed live the same day, so it is made once for all of them.
package struct BaselineDay: Sendable {
  struct BaselineSegment: Sendable {
    var stretch: Stretch
    /// To its end.
    var account: EnergyAccount
  }

  let stretches: [BaselineSegment]

  package init(_ day: SimulatedDay) throws {
    stretches = try day.world.stretches.map { stretch in
      BaselineSegment(
        stretch: stretch, account: try Self.account(of: day, stretch, until: stretch.end))
    }
  }

  /// What left the battery until then.
  package static func account(
    of day: SimulatedDay, _ stretch: Stretch, until end: Instant
  ) throws -> EnergyAccount {
    let phone = day.phone(stretch: stretch, app: nil, server: nil, tracker: nil)
    try phone.run(until: end)
    return phone.account()
  }
}
