import Evaluation
import Scenarios
import Simulation

/// A plan to create or to update baselines.
package struct BaselinePlan: Sendable {
  package struct Entry: Sendable {
    package var scenario: Scenario
    /// The path of the scenario, as the user gave it.
    package var path: String
    package var choices: [TrackerChoice]
    /// The earlier baseline. The new one keeps its tolerances.
    package var earlier: Baseline?
    package var firstSeed: UInt64
    package var seedCount: Int
    package var measures: [String]

    /// - Parameters:
    ///   - seedCount: The number of seeds, at least `Baseline.seedsMin`.
    ///   - measures: Measures in addition to the usual ones.
    package init(
      scenario: Scenario, path: String, choices: [TrackerChoice], earlier: Baseline? = nil,
      firstSeed: UInt64 = 1, seedCount: Int = 8, measures: [String] = []
    ) {
      self.scenario = scenario
      self.path = path
      self.choices = choices
      self.earlier = earlier
      self.firstSeed = firstSeed
      self.seedCount = seedCount
      self.measures = (Measures.checked + (earlier?.measures ?? []) + measures).withoutRepeats
    }
  }

  package var entries: [Entry]
  package var jobs = 1
  /// Called before each day, from several threads. Returns true to stop the run.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished days, from several threads.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(entries: [Entry]) { self.entries = entries }

  /// Returns the baselines in the order of entries; nil if the run was cancelled.
  package func run() throws -> [Baseline]? {
    let days = try entries.map { try $0.days() }
    let runs = CheckRuns(jobs: jobs, isCancelled: isCancelled, onProgress: onProgress)
    let completed = try runs.live(Array(days.joined())).compactMap { $0 }
    guard completed.count == days.reduce(0, { $0 + $1.count }) else { return nil }
    var rest = completed[...]
    return entries.map { entry in
      let own = rest.prefix(entry.seedCount)
      rest = rest.dropFirst(entry.seedCount)
      return entry.baseline(Array(own))
    }
  }
}

extension BaselinePlan.Entry {
  fileprivate func days() throws -> [CheckedDay] {
    let presets = try choices.map { try $0.readPreset() }
    return (0..<seedCount).map { index in
      CheckedDay(
        scenario: scenario, seed: firstSeed + UInt64(index),
        trackers: Array(zip(choices, presets)), measures: measures, keepsTimeline: index == 0)
    }
  }

  fileprivate func baseline(_ runs: [[CheckedRun]]) -> Baseline {
    let provenance = Provenance(scenario: scenario, options: [])
    var legend = TimelineDigest.Legend()
    let trackers = choices.indices.map { tracker in
      Baseline.Tracker(
        name: choices[tracker].origin, preset: choices[tracker].preset,
        measures: measures.indices.compactMap { column in
          measure(column, of: choices[tracker].origin, runs.map { $0[tracker].figures[column] })
        },
        timeline: runs.first?[tracker].timeline?.text(legend: &legend) ?? "")
    }
    return Baseline(
      odograph: provenance.odograph, scenario: path, scenarioHash: provenance.scenarioHash,
      profileHash: provenance.profileHash, firstSeed: firstSeed, seedCount: seedCount,
      legend: legend.words, trackers: trackers)
  }

  /// Returns a tracker's figures of a measure for the baseline; nil if the measure applies to too
  /// few days to be compared.
  private func measure(
    _ column: Int, of tracker: String, _ figures: [Double?]
  ) -> Baseline.Measure? {
    let known = figures.compactMap { $0 }
    guard known.count >= Baseline.seedsMin else { return nil }
    let measure = measures[column]
    let stands = earlier?.trackers.first { $0.name == tracker }?.measures
      .first { $0.measure == measure }?.tolerance
    let mean = known.reduce(0, +) / Double(known.count)
    return Baseline.Measure(
      measure: measure,
      tolerance: stands ?? Measures.usualTolerance(of: measure, mean: mean),
      figures: figures.map { $0?.rounded(toDigits: 6) })
  }
}
