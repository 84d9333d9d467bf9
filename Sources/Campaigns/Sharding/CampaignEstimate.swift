import Experiments

/// An estimate of a plan's time and size, made by running a sample of its days or participants.
package struct CampaignEstimate: Sendable {
  /// The largest number of trackers in the sample of a sweep. More trackers would take longer
  /// without improving the estimate.
  fileprivate static let sampledTrackersMax = 12
  fileprivate static let sampleSecondsMin = 2.0
  fileprivate static let sampleSecondsMax = 10.0
  fileprivate static let roundsMax = 5

  /// The number of phone-days in the sample.
  package let sampledRuns: Int
  /// The seconds that one processor core needs to run one tracker on one day.
  package let secondsPerRun: Double
  package let secondsOnOneCore: Double
  package let shardBytes: Int

  fileprivate init(_ plan: some ShardedPlan, sampledRuns: Int, seconds: Double) {
    self.sampledRuns = sampledRuns
    secondsPerRun = seconds / Double(sampledRuns)
    secondsOnOneCore = secondsPerRun * Double(plan.phoneDays)
    shardBytes = plan.unitCount * plan.figuresPerUnit * MemoryLayout<Double>.size
  }
}

extension SweepPlan {
  /// Estimates the sweep by some of its trackers on its first days.
  ///
  /// - Parameter now: Returns the seconds of a steady clock.
  /// - Returns: Nil if the estimate was interrupted.
  package func estimate(
    isCancelled: () -> Bool, now: () -> Double
  ) throws -> CampaignEstimate? {
    let runs = try ComparisonRuns(comparison)
    let step = max(1, comparison.trackers.count / CampaignEstimate.sampledTrackersMax)
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
    sampling: for round in 0..<min(CampaignEstimate.roundsMax, comparison.seeds.count) {
      if round > 0, now() - start > CampaignEstimate.sampleSecondsMin { break }
      for scenario in comparison.entries.indices {
        guard !isCancelled() else { return nil }
        // A slow sample ends with the scenarios that it has run.
        if now() - start > CampaignEstimate.sampleSecondsMax { break sampling }
        seconds += try live(scenario, seed: round)
        days += 1
      }
    }
    return CampaignEstimate(self, sampledRuns: days * trackers.count, seconds: seconds)
  }
}

extension StudyPlan {
  /// Estimates the study by its first participants, for two seconds or a few of them.
  ///
  /// - Parameter now: Returns the seconds of a steady clock.
  /// - Returns: Nil if the estimate was interrupted.
  package func estimate(
    isCancelled: () -> Bool, now: () -> Double
  ) throws -> CampaignEstimate? {
    let simulate = try unitSimulation()
    // The first participant of a program is slower, since it loads what later ones share.
    _ = try simulate(0)
    let start = now()
    var sampled = 0
    repeat {
      guard !isCancelled() else { return nil }
      _ = try simulate(sampled)
      sampled += 1
    } while sampled < unitCount && now() - start < CampaignEstimate.sampleSecondsMin
    return CampaignEstimate(
      self, sampledRuns: sampled * phoneDays / unitCount, seconds: now() - start)
  }
}
