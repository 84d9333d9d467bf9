import Experiments
import Foundation
import Scenarios

/// The budget of a comparison: at most 30 s on two cores. Its goal is 1.9 times the speed on one.
///
/// It has six presets over five scenarios and 30 seeds, and the first figure includes the model
/// variants. The other two are without them, over five seeds.
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
    plan = try self.plan(seeds: 5)
    plan.triesReadings = false
    let pairs = try (0..<(rounds == 1 ? 1 : 5)).map { _ in
      plan.jobs = 2
      let two = try seconds { _ = try plan.run(options: []) }
      plan.jobs = 1
      return (one: try seconds { _ = try plan.run(options: []) }, two: two)
    }
    let best = pairs.map { $0.two }.min() ?? .infinity
    return [
      .atMost(30, "s", subject: "\(days) phone-days compared on two cores", figure: whole),
      .measured("  without model variants", "\(short(Double(days / 6) / best)) days/s"),
      .gain(subject: "  the same on two cores, against one", pairs: pairs),
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
