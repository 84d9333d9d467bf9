import Experiments

/// An estimate of a sweep's time and size, made by running a sample of the sweep's days.
package struct SweepEstimate: Sendable {
  /// The largest number of trackers in the sample. More trackers would take longer without
  /// improving the estimate.
  private static let sampledTrackersMax = 12
  private static let sampleSecondsMin = 2.0
  private static let sampleSecondsMax = 10.0
  private static let roundsMax = 5

  package let sampledRuns: Int
  /// The seconds that one processor core needs to run one tracker on one day.
  package let secondsPerRun: Double
  package let secondsOnOneCore: Double
  package let shardBytes: Int
  /// The approximate size of the figures in the database, in bytes.
  package let databaseBytes: Int

  /// - Parameter now: Returns the seconds of a steady clock.
  /// - Returns: Nil if the estimate was interrupted.
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
    // The first day of a program is slower, since it loads what later days share.
    _ = try live(0, seed: 0)
    var seconds = 0.0
    var days = 0
    let start = now()
    sampling: for round in 0..<min(Self.roundsMax, comparison.seeds.count) {
      if round > 0, now() - start > Self.sampleSecondsMin { break }
      for scenario in comparison.entries.indices {
        guard !isCancelled() else { return nil }
        // A slow sample ends with the scenarios that it has run.
        if now() - start > Self.sampleSecondsMax { break sampling }
        seconds += try live(scenario, seed: round)
        days += 1
      }
    }
    sampledRuns = days * trackers.count
    secondsPerRun = seconds / Double(sampledRuns)
    secondsOnOneCore = secondsPerRun * Double(plan.phoneDays)
    shardBytes = plan.dayCount * plan.figuresPerUnit * MemoryLayout<Double>.size
    // Whole numbers take less than 8 bytes each, and identifiers take some bytes.
    databaseBytes = shardBytes * 9 / 10 + plan.phoneDays * 16
  }
}
