import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// `odograph sweep --estimate`.
struct SweepEstimation {
  private let sweep: OpenedShards<SweepPlan>
  private let flag: InterruptionRequest.Flag

  init(_ sweep: OpenedShards<SweepPlan>, _ flag: InterruptionRequest.Flag) {
    self.sweep = sweep
    self.flag = flag
  }

  func show() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let estimate = try SweepEstimate(
      sweep.plan, isCancelled: { flag.isUp }, now: { (clock.now - start) / .seconds(1) })
    guard let estimate else {
      Console.remark("odograph: interrupted; nothing is estimated")
      throw AlreadyTold(status: .interrupted)
    }
    let perShard = estimate.secondsOnOneCore / Double(sweep.shardCount)
    Console.write(
      """
      \(sweep.plan.name): \(sweep.size)
      time      \(duration(estimate.secondsOnOneCore / Double(sweep.options.jobs))) on \
      \(counted(sweep.options.jobs, "core")), \(duration(perShard)) for a shard on one
      sample    \(String(format: "%.2g", estimate.secondsPerRun * 1e3)) ms a phone-day, of \
      \(counted(estimate.sampledRuns, "phone-day")) lived just now
      size      \(bytes(estimate.shardBytes)) of shards, about \(bytes(estimate.databaseBytes)) of \
      sweep.sqlite; merging takes as much again while it works

      """)
  }

  /// Two digits that count, in the unit that people would take.
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
