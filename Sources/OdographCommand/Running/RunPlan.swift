import CommandOptions
import Experiments
import Foundation
import Scenarios
import Simulation
import Text

/// The runs of one scenario. All of their input is read and checked before the first run.
struct RunPlan {
  var input: ScenarioInput
  var trackers: [TrackerChoice]
  var seeds: [UInt64]
  var infersStays: Bool
  /// The options with their defaults filled in, in a fixed order, for the provenance of the
  /// results. The settings of each run are in its result.
  var options: [String]

  var scenario: Scenario { input.scenario }

  /// Reads and checks the input.
  ///
  /// - Throws: `InputError` if the scenario, its trackers or the options have a mistake that can be
  ///   found without a run.
  init(_ input: ScenarioInput, _ options: RunOptions, _ trace: TraceArguments) throws(InputError) {
    self.input = input
    seeds = options.allSeeds
    infersStays = options.inferStays
    let selection = TrackerSelection(
      presets: options.presetNames, overrides: options.shared.set,
      apps: try options.apps.choices())
    trackers = try selection.trackers(of: input.scenario)
    guard !infersStays || input.isRecording else {
      throw InputError(
        SourceLocation(file: input.path), "--infer-stays is given and this is not a recording",
        accepted: "a recording, or a scenario with 'replay:'")
    }
    self.options = RunPlan.resolved(options, trace, trackers)
    let day = try SimulatedDay(scenario: input.scenario, seed: options.shared.firstSeed)
    for tracker in trackers { _ = try day.provision(tracker) }
  }

  /// The trackers whose settings the command line does not change. The scenario's expectations
  /// apply only to these trackers.
  var unchangedTrackers: [TrackerChoice] {
    trackers.filter { tracker in !tracker.settings.contains { $0.location == .commandLine } }
  }

  var runCount: Int { trackers.count * seeds.count }

  private static func resolved(
    _ options: RunOptions, _ trace: TraceArguments, _ trackers: [TrackerChoice]
  ) -> [String] {
    var lines = [
      "seed=\(options.shared.firstSeed)", "seeds=\(options.seeds)",
      "infer-stays=\(options.inferStays)",
    ]
    lines += trackers.map { "tracker=\($0.name) (\(PresetLibrary.name(of: $0.preset)))" }
    lines += trackers.flatMap(\.appDigests)
    return lines + trace.given.map { "\($0.name)=\($0.value)" }
  }
}
