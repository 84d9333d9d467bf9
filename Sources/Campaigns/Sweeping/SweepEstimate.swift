import Experiments

/// What a sweep will take, from a few of its days that were lived for it.
package struct SweepEstimate: Sendable {
  /// More trackers would not make the sample better, only longer.
  private static let sampledTrackersMax = 12
  private static let sampleSecondsMin = 2.0
  private static let sampleSecondsMax = 10.0
  private static let roundsMax = 5

  package let sampledRuns: Int
  /// On one core.
  package let secondsPerRun: Double
  package let secondsOnOneCore: Double
  package let shardBytes: Int
  /// As the database keeps them, about.
  package let databaseBytes: Int

  /// - Parameter now: seconds of a clock that goes on steadily.
  /// - Returns: nil when it was interrupted.
  package init?(_ plan: SweepPlan, isCancelled: () -> Bool, now: () -> Double) throws {
    let comparison = plan.comparison
    let runs = try ComparisonRuns(comparison)
    let step = max(1, comparison.trackers.count / Self.sampledTrackersMax)
    let trackers = Array(stride(from: 0, to: comparison.trackers.count, by: step))
    func live(_ scenario: Int, seed: Int) throws -> Double {
      let start = now()
      _ = try runs.figures(of: DayOfRuns(scenario: scenario, seed: seed, trackers: trackers))
      return now() - start
    }
    // The first day of a program pays for what all others find ready.
    _ = try live(0, seed: 0)
    var seconds = 0.0
    var days = 0
    let start = now()
    sampling: for round in 0..<min(Self.roundsMax, comparison.seeds.count) {
      if round > 0, now() - start > Self.sampleSecondsMin { break }
      for scenario in comparison.entries.indices {
        guard !isCancelled() else { return nil }
        // A sample that takes its time ends with the scenarios that it has seen.
        if now() - start > Self.sampleSecondsMax { break sampling }
        seconds += try live(scenario, seed: round)
        days += 1
      }
    }
    sampledRuns = days * trackers.count
    secondsPerRun = seconds / Double(sampledRuns)
    secondsOnOneCore = secondsPerRun * Double(plan.phoneDays)
    shardBytes = plan.dayCount * plan.figuresPerUnit * MemoryLayout<Double>.size
    // Whole numbers take less than their 8 bytes and identifiers some.
    databaseBytes = shardBytes * 9 / 10 + plan.phoneDays * 16
  }
}
