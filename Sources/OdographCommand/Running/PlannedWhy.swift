import CommandOptions
import Experiments
import Scenarios
import Simulation
import Text

/// An explanation of gaps. All of its input is read and checked before it starts.
struct PlannedWhy {
  var plan: WhyPlan
  /// The options with their defaults filled in, in a fixed order, for the provenance of the
  /// results.
  var options: [String]

  /// Reads and checks the input.
  ///
  /// - Throws: `InputError` if the scenario, its trackers or the options have a mistake that can be
  ///   found without a run.
  init(_ input: ScenarioInput, _ options: WhyOptions, _ trace: TraceArguments) throws(InputError) {
    let selection = TrackerSelection(
      presets: options.presetNames, overrides: options.shared.set,
      apps: try options.apps.choices())
    let choices = try selection.trackers(of: input.scenario)
    let day = try SimulatedDay(scenario: input.scenario, seed: options.shared.firstSeed)
    for choice in choices { _ = try day.provision(choice) }
    plan = WhyPlan(scenario: input.scenario, choices: choices, seeds: options.allSeeds)
    plan.jobs = options.shared.jobs
    self.options =
      ["seed=\(options.shared.firstSeed)", "seeds=\(options.seeds)"]
      + choices.map { "tracker=\($0.name) (\(PresetLibrary.name(of: $0.preset)))" }
      + choices.flatMap(\.appDigests)
      + options.shared.set.map { "set=\($0)" } + trace.given.map { "\($0.name)=\($0.value)" }
  }
}
