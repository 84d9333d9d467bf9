import Foundation

/// The budget of a sweep of 10,000 phone-days on significant changes: at most 60 s on two cores,
/// and in shards of a hundred days at most 5 % more than in one.
enum SweepBudget: Budget {
  static let name = "sweep"
  private static let trackers = ["overland-significant-only"]

  static func measure(rounds: Int) throws -> [Finding] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else {
      return [.notMeasured("a sweep on two cores", because: "this machine has one")]
    }
    let whole = try MeasuredSweep(phoneDays: 10_000, trackers: trackers)
    let all = try seconds { try whole.live(shards: 100, jobs: 2) }
    let part = try MeasuredSweep(phoneDays: 2000, trackers: trackers)
    // Measure in turns, so that other work on the machine affects both alike. Each shard waits for
    // the disk, whose time varies most.
    var (one, twenty) = (Double.infinity, Double.infinity)
    for _ in 0..<2 * rounds {
      one = min(one, try seconds { try part.live(shards: 1, jobs: 2) })
      twenty = min(twenty, try seconds { try part.live(shards: 20, jobs: 2) })
    }
    return [
      .atMost(60, "s", subject: "10,000 phone-days swept on two cores", figure: all),
      .atMost(
        1.05, "times", subject: "  2,000 in 20 shards, against one", figure: twenty / one),
    ]
  }
}
