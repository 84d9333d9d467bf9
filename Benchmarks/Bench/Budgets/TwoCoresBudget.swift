import Foundation

/// The budget of many phone-days on two cores: at least 1.9 times as fast as on one.
enum TwoCoresBudget: Budget {
  static let name = "cores"

  static func measure(rounds: Int) throws -> [Finding] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else {
      return [.notMeasured("two cores", because: "this machine has one")]
    }
    let day = try MeasuredScenario.drivingWithoutUpload()
    let seeds = 10
    // Measure in turns, and twice as often as other figures, so that other work on the machine
    // affects both alike.
    var (one, two) = (Double.infinity, Double.infinity)
    for _ in 0..<2 * rounds {
      one = min(one, try day.bestSeconds(rounds: 1, seeds: seeds, jobs: 1))
      two = min(two, try day.bestSeconds(rounds: 1, seeds: seeds, jobs: 2))
    }
    return [
      .atLeast(
        1.9, "times", subject: "\(seeds) phone-days on two cores, against one", figure: one / two)
    ]
  }
}
