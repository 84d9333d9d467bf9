import Experiments
import Foundation
import Scenarios

/// The budget of a comparison: at most 30 s on two cores, and 1.9 times as fast as on one.
///
/// It has six presets over five scenarios and 30 seeds, and the first figure includes the model
/// variants. The other two are without them, over a third of the seeds.
enum ComparisonBudget: Budget {
  static let name = "compare"

  private static let scenarios = [
    "commuter-weekday", "day-at-home", "delivery-driver", "errands-by-bike", "night-shift",
  ]
  private static let presets = [
    "overland-high-resolution", "overland-battery-saving", "overland-battery-saving-both",
    "ehe-pilot-1", "ehe-pilot-2", "continuous-location-background",
  ]

  static func measure(rounds: Int) throws -> [Finding] {
    guard ProcessInfo.processInfo.activeProcessorCount >= 2 else {
      return [.notMeasured("a comparison on two cores", because: "this machine has one")]
    }
    var plan = try plan(seeds: 30)
    let days = plan.entries.count * plan.trackers.count * plan.seeds.count
    plan.jobs = 2
    let whole = try seconds { _ = try plan.run(options: []) }
    plan = try self.plan(seeds: 10)
    plan.triesReadings = false
    // Measure in turns, so that other work on the machine affects both alike.
    var (one, two) = (Double.infinity, Double.infinity)
    for _ in 0..<min(rounds, 2) {
      plan.jobs = 2
      two = min(two, try seconds { _ = try plan.run(options: []) })
      plan.jobs = 1
      one = min(one, try seconds { _ = try plan.run(options: []) })
    }
    return [
      .atMost(30, "s", subject: "\(days) phone-days compared on two cores", figure: whole),
      .measured("  without model variants", "\(short(Double(days / 3) / two)) days/s"),
      .atLeast(1.9, "times", subject: "  the same on two cores, against one", figure: one / two),
    ]
  }

  private static func plan(seeds: Int) throws -> ComparisonPlan {
    let reader = ScenarioReader(vocabulary: .simulatedPhone)
    return ComparisonPlan(
      entries: try scenarios.map { name in
        .init(
          scenario: try reader.read(path: "Scenarios/\(name).yaml"),
          choices: presets.map { TrackerChoice(preset: $0) })
      },
      trackers: presets, seeds: NestedSeeds(first: 1, count: seeds))
  }
}
