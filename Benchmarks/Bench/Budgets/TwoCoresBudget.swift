import Dispatch
import Foundation

/// Many phone-days on two cores, with the goal of 1.9 times the speed on one.
///
/// The second figure shows what the second core gives to two event kernels, which share nothing.
enum TwoCoresBudget: Budget {
  static let name = "cores"

  static func measure(rounds: Int) throws -> [Finding] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else {
      return [.notMeasured("two cores", because: "this machine has one")]
    }
    let day = try MeasuredScenario.drivingWithoutUpload()
    let seeds = 10
    var copies = TwoCopies()
    let pairs = try (0..<(rounds == 1 ? 1 : 5)).map { _ in
      try copies.measureRound()
      return (
        one: try day.bestSeconds(rounds: 1, seeds: seeds, jobs: 1),
        two: try day.bestSeconds(rounds: 1, seeds: seeds, jobs: 2)
      )
    }
    return [
      .gain(subject: "\(seeds) phone-days on two cores, against one", pairs: pairs),
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
