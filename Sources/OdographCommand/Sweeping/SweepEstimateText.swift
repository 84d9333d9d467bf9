import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// The text that `odograph sweep --estimate` prints.
struct SweepEstimateText {
  private let sweep: OpenedShards<SweepPlan>
  private let estimate: SweepEstimate

  /// Runs a few days of the sweep to measure how long they take.
  init(_ sweep: OpenedShards<SweepPlan>, _ flag: InterruptionRequest.Flag) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let estimate = try SweepEstimate(
      sweep.plan, isCancelled: { flag.isUp }, now: { (clock.now - start) / .seconds(1) })
    guard let estimate else { throw AlreadyReported.interrupted("nothing is estimated") }
    self.sweep = sweep
    self.estimate = estimate
  }

  var text: String {
    let perShard = estimate.secondsOnOneCore / Double(sweep.shardCount)
    return """
      \(sweep.plan.name): \(sweep.size)
      time      \(duration(estimate.secondsOnOneCore / Double(sweep.options.jobs))) on \
      \(counted(sweep.options.jobs, "core")), \(duration(perShard)) for a shard on one
      sample    \(short(estimate.secondsPerRun * 1e3)) ms a phone-day, of \
      \(counted(estimate.sampledRuns, "phone-day")) simulated just now
      size      \(bytes(estimate.shardBytes)) of shards, about \(bytes(estimate.databaseBytes)) of \
      sweep.sqlite; merging needs as much again meanwhile

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
