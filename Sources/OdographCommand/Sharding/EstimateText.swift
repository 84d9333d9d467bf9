import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// The text that `--estimate` of `odograph sweep` and `odograph study` prints.
struct EstimateText<Plan: Campaign> {
  private let opened: OpenedShards<Plan>
  private let estimate: CampaignEstimate

  /// Runs a few days or participants of the plan to measure how long they take.
  init(_ opened: OpenedShards<Plan>, _ flag: InterruptionRequest.Flag) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let estimate = try opened.plan.estimate(
      isCancelled: { flag.isUp }, now: { (clock.now - start) / .seconds(1) })
    guard let estimate else { throw AlreadyReported.interrupted("nothing is estimated") }
    self.opened = opened
    self.estimate = estimate
  }

  var text: String {
    let perShard = estimate.secondsOnOneCore / Double(opened.shardCount)
    let jobs = opened.options.jobs
    let results = opened.plan.resultBytes.map {
      ", about \(bytes($0)) of \(Plan.Results.names[0]); merging needs as much again meanwhile"
    }
    return """
      \(opened.plan.name): \(opened.size)
      time      \(duration(estimate.secondsOnOneCore / Double(jobs))) on \
      \(counted(jobs, "core")), \(duration(perShard)) for a shard on one
      sample    \(short(estimate.secondsPerRun * 1e3)) ms a phone-day, of \
      \(counted(estimate.sampledRuns, "phone-day")) simulated just now
      size      \(bytes(estimate.shardBytes)) of shards\(results ?? "")

      """
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
