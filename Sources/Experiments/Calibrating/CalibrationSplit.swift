import EventKernel
import Scenarios

/// The division of nights into those that narrow the parameters and those that check them.
struct CalibrationSplit {
  let roles: [Calibration.Role]

  /// - Parameters:
  ///   - heldBackShare: the share of the nights of each setting that is held back. A setting with
  ///     one night keeps it for narrowing.
  ///   - seed: the seed by which the nights are drawn.
  init(_ nights: [CalibrationNight], heldBackShare: Double, seed: UInt64) {
    var roles = nights.map { night in
      night.unit == .another
        ? Calibration.Role.anotherUnit : night.use == .check ? .heldBack : .fit
    }
    let chance = SeededRandom(seed: seed).stream("held back")
    var settings: [String] = []
    for night in nights where !settings.contains(night.setting) { settings.append(night.setting) }
    for setting in settings {
      let drawn = nights.indices.filter {
        nights[$0].setting == setting && nights[$0].use == .either && roles[$0] == .fit
      }
      let order = drawn.sorted {
        (chance.uniform(at: Int64($0)), $0) < (chance.uniform(at: Int64($1)), $1)
      }
      let count = min(
        max(0, drawn.count - 1), Int((Double(drawn.count) * heldBackShare).rounded()))
      for index in order.prefix(count) { roles[index] = .heldBack }
    }
    self.roles = roles
  }
}
