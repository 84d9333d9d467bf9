import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// The text that `--estimate` of `odograph sweep` and `odograph study` prints.
struct EstimateText<Plan: Campaign> {
  private let opened: OpenedShards<Plan>
  private let estimate: CampaignEstimate
  /// The number of days or participants that are not simulated yet.
  private let missing: Int

  /// Runs a few days or participants of the plan to measure how long they take.
  init(_ opened: OpenedShards<Plan>, _ flag: InterruptionRequest.Flag) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let estimate = try opened.plan.estimate(
      isCancelled: { flag.isUp }, now: { (clock.now - start) / .seconds(1) })
    guard let estimate else { throw AlreadyReported.interrupted("nothing is estimated") }
    self.opened = opened
    self.estimate = estimate
    let pending = try opened.inspect(opened.shards).filter { $0.state != .complete }
    missing = ShardWork(opened.plan, in: opened.folder)
      .missingUnitCount(of: pending.map(\.shard))
  }

  var text: String {
    let results = opened.plan.resultBytes.map {
      ", about \(bytes($0)) of \(Plan.Results.names[0]); merging needs as much again meanwhile"
    }
    return """
      \(opened.plan.name): \(opened.size)
      time      \(time)
      sample    \(short(estimate.secondsPerRun * 1e3)) ms a phone-day, of \
      \(counted(estimate.sampledRuns, "phone-day")) simulated just now
      size      \(bytes(estimate.shardBytes)) of shards\(results ?? "")

      """
  }

  private var time: String {
    let (jobs, unitCount) = (opened.options.jobs, opened.plan.unitCount)
    let units = counted(unitCount, Plan.unit)
    guard missing > 0 else { return "none but to merge; all \(units) are done" }
    let share = Double(missing) / Double(unitCount)
    let all = duration(estimate.secondsOnOneCore * share / Double(jobs))
    let isPart = missing < unitCount
    let perShard = duration(estimate.secondsOnOneCore / Double(opened.shardCount))
    return "\(all) on \(counted(jobs, "core"))"
      + (isPart ? " for \(missing) of \(units)" : "") + ", \(perShard) for a shard on one"
  }

  /// Returns a duration with two significant digits, in a unit that fits its size.
  private func duration(_ seconds: Double) -> String {
    let units = [("d", 86400.0), ("h", 3600.0), ("min", 60.0)]
    for (unit, factor) in units where seconds >= 1.5 * factor {
      return short(seconds / factor) + " " + unit
    }
    return short(seconds) + " s"
  }

  private func bytes(_ count: Int) -> String {
    let units = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
    for (unit, factor) in units where Double(count) >= factor {
      return short(Double(count) / factor) + " " + unit
    }
    return "\(count) bytes"
  }

  private func short(_ value: Double) -> String {
    String(format: value < 9.95 ? "%.1f" : "%.0f", value)
  }
}
