import Campaigns
import Experiments
import Foundation

/// The budget of memory for merging 200,000 phone-days: at most 1.5 times that for ten thousand.
///
/// The two merges run in processes of their own, on synthetic figures.
enum MergeMemoryBudget: Budget {
  static let name = "merge"
  static let dependsOnTime = false
  static let childArgument = "--merge"
  private static let trackers = [
    "overland-significant-only", "overland-battery-saving", "overland-high-resolution",
    "ehe-pilot-1", "ehe-pilot-2", "adaptive", "drives", "continuous-location",
    "continuous-location-background", "overland-battery-saving-both",
  ]

  static func measure(rounds: Int) throws -> [Finding] {
    guard rounds > 1 else { return [] }
    let few = try figuresOfChild([childArgument, "10000"])
    let many = try figuresOfChild([childArgument, "200000"])
    guard few.count == 2, many.count == 2 else { throw ChildFailed() }
    return [
      .measured(
        "merging 200,000 phone-days in 200 shards, not alone", "\(short(many[0])) s"),
      .atMost(
        1.5, "times", subject: "  peak memory \(short(many[1])) MB, against 10,000",
        figure: many[1] / few[1]),
    ]
  }

  /// Prints the seconds of the merge and the peak of resident memory in megabytes.
  static func runChild(_ arguments: [String]) throws {
    guard let phoneDays = arguments.first.flatMap({ Int($0) }) else { throw ChildFailed() }
    let sweep = try MeasuredSweep(phoneDays: phoneDays, trackers: trackers)
    let folder = try sweep.shardFolder("synthetic")
    let count = max(1, phoneDays / 1000)
    for shard in Shard.all(count) {
      try sweep.plan.writeSynthetic(shard, in: folder) { day, tracker, measure in
        Double((day * 31 + tracker * 17 + measure * 7) % 1009) / 1009
      }
    }
    let duration = try seconds { try sweep.merge(shards: count, from: folder) }
    print(duration, try peakMegabytes())
  }
}
