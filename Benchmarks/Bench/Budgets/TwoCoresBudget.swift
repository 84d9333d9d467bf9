import Dispatch
import Foundation

/// The budget of many phone-days on two cores: at least 1.9 times as fast as on one.
///
/// Two cores of a virtual machine may share one real core, or do other work. The second figure
/// shows what the second core gives to two event kernels, which share nothing.
enum TwoCoresBudget: Budget {
  static let name = "cores"

  static func measure(rounds: Int) throws -> [Finding] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else {
      return [.notMeasured("two cores", because: "this machine has one")]
    }
    let day = try MeasuredScenario.drivingWithoutUpload()
    let seeds = 10
    // Measure in turns, and more often than other figures, so that other work on the machine
    // affects both alike.
    var (one, two) = (Double.infinity, Double.infinity)
    var copies = TwoCopies()
    for _ in 0..<rounds + 1 {
      one = min(one, try day.bestSeconds(rounds: 1, seeds: seeds, jobs: 1))
      two = min(two, try day.bestSeconds(rounds: 1, seeds: seeds, jobs: 2))
      try copies.measureRound()
    }
    return [
      .atLeast(
        1.9, "times", subject: "\(seeds) phone-days on two cores, against one", figure: one / two),
      .measured("  two event kernels at once, against in turn", "\(short(copies.gain)) times"),
    ]
  }
}

/// Two copies of the hold model, which share no memory.
private struct TwoCopies {
  private let model = HoldModel()
  private var (one, both) = (Double.infinity, Double.infinity)

  /// How many times as fast two copies are at once as one after the other.
  var gain: Double { 2 * one / both }

  mutating func measureRound() throws {
    let model = model
    one = min(one, try seconds { _ = try Self.run(model) })
    // This cannot fail where the run before it has not: all do the same.
    both = min(
      both,
      seconds {
        DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = try? Self.run(model) }
      })
  }

  private static func run(_ model: HoldModel) throws -> HoldModel.Outcome {
    try model.run(pending: EventTimes.pending, events: 2_000_000)
  }
}
