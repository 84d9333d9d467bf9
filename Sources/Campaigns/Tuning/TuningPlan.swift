import Evaluation
import Experiments
import Scenarios
import Simulation
import Text
import TrackingEngine

/// A tuning whose plan was completely read and checked before any run.
package struct TuningPlan: Sendable {
  package let document: TuningDocument
  /// The preset to be tuned, with its settings unchanged.
  package let preset: Preset
  /// The name of the unchanged preset.
  package let start: String
  let space: TuningSpace
  /// The scenarios of the search set, followed by the scenarios of the holdout set.
  let scenarios: [Scenario]
  let fingerprint: PlanFingerprint

  /// - Throws: An error in the plan, or in a file that the plan names. Errors that only a run can
  ///   show are not found.
  package static func read(path: String) throws(InputError) -> TuningPlan {
    try TuningPlan(
      TuningReader(measures: Measures.names, usual: ("pathCoverage", Measures.cost))
        .read(path: path))
  }

  package init(_ document: TuningDocument) throws(InputError) {
    self.document = document
    for objective in document.objectives {
      try Need.refuseBias(objective.measure.text, objective.measure.location)
    }
    preset = try PresetLibrary.preset(document.preset.text, location: document.preset.location)
    space = try TuningSpace(document.settings, preset)
    let reader = ScenarioReader(vocabulary: .simulatedPhone)
    var scenarios: [Scenario] = []
    for mention in document.search.scenarios + document.judge.scenarios {
      scenarios.append(try reader.read(path: mention.text, mention: mention.location))
    }
    self.scenarios = scenarios
    var choices: [TrackerChoice] = []
    for scenario in scenarios {
      choices.append(
        try scenario.comparable(document.preset.text, location: document.preset.location))
    }
    start = choices[0].name
    fingerprint = PlanFingerprint(
      asked: document.decisions,
      scenarios: Array(
        zip((document.search.scenarios + document.judge.scenarios).map(\.text), scenarios)),
      presets: choices.map(\.preset))
    try tryOut(choices)
  }

  package var name: String { document.name }

  /// The measures of objectives and requirements, each once.
  package var measures: [String] {
    (document.objectives.map(\.measure.text) + document.requirements.map(\.measure)).withoutRepeats
  }

  /// Prepares a day of each scenario with the unchanged preset, without running it, to find errors
  /// early. On the first scenario, each setting is also tried with its extreme values.
  private func tryOut(_ choices: [TrackerChoice]) throws(InputError) {
    for (index, scenario) in scenarios.enumerated() {
      let day = try SimulatedDay(scenario: scenario, seed: document.search.firstSeed)
      _ = try day.provision(choices[index], preset: preset)
      guard index == 0 else { continue }
      for setting in document.settings {
        for value in setting.space.extremes {
          var choice = choices[index]
          choice.settings.append(SettingText(setting.name, value, location: setting.location))
          _ = try day.provision(choice, preset: preset)
        }
      }
    }
  }
}
