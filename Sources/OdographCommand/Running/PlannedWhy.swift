import Experiments
import Scenarios
import Simulation
import Text

/// An explanation, everything about it settled and tried before it starts.
struct PlannedWhy {
  var plan: WhyPlan
  /// Resolved, in a fixed order; for provenance.
  var options: [String]

  /// - Throws: whatever is wrong with the scenario, its trackers or the options, as far as it can be told
  ///   without running.
  init(_ input: ScenarioInput, _ options: WhyOptions, _ trace: TraceArguments) throws(InputError) {
    let selection = TrackerSelection(
      presets: options.presetNames, overrides: options.shared.set)
    let choices = try selection.trackers(of: input.scenario)
    let day = try SimulatedDay(scenario: input.scenario, seed: options.shared.firstSeed)
    for choice in choices { _ = try day.provision(choice) }
    plan = WhyPlan(scenario: input.scenario, choices: choices, seeds: options.allSeeds)
    plan.jobs = options.shared.jobs
    self.options =
      ["seed=\(options.shared.firstSeed)", "seeds=\(options.seeds)"]
      + choices.map { "tracker=\($0.name) (\(PresetLibrary.name(of: $0.preset)))" }
      + options.shared.set.map { "set=\($0)" } + trace.given.map { "\($0.name)=\($0.value)" }
  }
}
