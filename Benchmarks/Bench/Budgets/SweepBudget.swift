import Foundation

/// The budget of a sweep of 10,000 phone-days on significant changes: at most 60 s on two cores,
/// and in a hundred shards at most 5 % more than in one.
enum SweepBudget: Budget {
  static let name = "sweep"

  static func measure(rounds: Int) throws -> [Finding] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else {
      return [.notMeasured("a sweep on two cores", because: "this machine has one")]
    }
    let sweep = try MeasuredSweep(phoneDays: 10_000, trackers: ["overland-significant-only"])
    // Measure in turns, so that other work on the machine affects both alike.
    var (one, hundred) = (Double.infinity, Double.infinity)
    for _ in 0..<min(rounds, 2) {
      one = min(one, try seconds { try sweep.live(shards: 1, jobs: 2) })
      hundred = min(hundred, try seconds { try sweep.live(shards: 100, jobs: 2) })
    }
    return [
      .atMost(60, "s", subject: "10,000 phone-days swept on two cores", figure: hundred),
      .atMost(1.05, "times", subject: "  in 100 shards, against one", figure: hundred / one),
    ]
  }
}
