import CommandOptions
import Evaluation
import Experiments
import Foundation
import Scenarios
import Simulation
import Text

/// A comparison of trackers. All of its input is read and checked before it starts.
struct PlannedComparison {
  var plan: ComparisonPlan
  /// The options with their defaults filled in, in a fixed order, for the provenance of the
  /// results.
  var options: [String]

  /// Reads and checks the input.
  ///
  /// - Throws: `InputError` if the scenarios, trackers, measures or options have a mistake that can
  ///   be found without a run.
  init(
    _ inputs: [ScenarioInput], _ options: CompareOptions, _ trace: TraceArguments
  ) throws(InputError) {
    let selection = TrackerSelection(
      presets: options.presetNames, overrides: options.shared.set,
      apps: try options.apps.choices())
    var entries: [ComparisonPlan.Entry] = []
    for input in inputs {
      let choices = try selection.comparable(in: input.scenario)
      entries.append(ComparisonPlan.Entry(scenario: input.scenario, choices: choices))
      let day = try SimulatedDay(scenario: input.scenario, seed: options.shared.firstSeed)
      for choice in choices { _ = try day.provision(choice) }
    }
    let trackers = entries[0].choices.map(\.name)
    let measures = try options.measureNames.map { (name) throws(InputError) in
      try Self.measure(name, option: "--measure")
    }
    plan = ComparisonPlan(
      entries: entries, trackers: trackers,
      seeds: NestedSeeds(
        first: options.shared.firstSeed, count: options.seeds, drawCount: options.draws),
      axis: try Self.judgedMeasure(options.axis, option: "--axis"),
      measures: Measures.headline + measures, need: try Self.need(options))
    plan.reference = try Self.reference(options.against, among: trackers)
    plan.triesReadings = options.readings
    plan.jobs = options.shared.jobs
    self.options =
      plan.options(settings: options.shared.set, measures: measures)
      + entries[0].choices.flatMap(\.appDigests)
      + trace.given.map { "\($0.name)=\($0.value)" }
  }

  private static func need(_ options: CompareOptions) throws(InputError) -> Need? {
    var requirements: [MeasureCondition] = []
    for text in options.require {
      requirements.append(
        try MeasureCondition(text, option: "--require", measures: Measures.names))
    }
    if let most = options.maximized {
      let measure = try objective(most, .moreIsBetter, option: "--maximize", other: "--minimize")
      return Need(requirements: requirements, objective: measure, sense: .moreIsBetter)
    }
    guard options.minimized != nil || !requirements.isEmpty else { return nil }
    let measure = try objective(
      options.minimized ?? Measures.cost, .lessIsBetter, option: "--minimize", other: "--maximize")
    return Need(requirements: requirements, objective: measure, sense: .lessIsBetter)
  }

  /// Returns the name of a measure to optimize. A measure that is better in the other direction is
  /// an error.
  private static func objective(
    _ name: String, _ sense: MeasureSense, option: String, other: String
  ) throws(InputError) -> String {
    let measure = try measure(name, option: option)
    try Need.refuseBias(measure, .commandLine, option: "\(option): ")
    if let better = Measures.sense(of: measure), better != sense {
      throw InputError(
        .commandLine,
        "\(option) \(name): \(better == .moreIsBetter ? "more" : "less") of it is better",
        accepted: "\(other) \(name)")
    }
    return measure
  }

  private static func measure(_ name: String, option: String) throws(InputError) -> String {
    guard let known = Measures.name(of: name) else {
      throw InputError(
        .commandLine, "\(option): no measure is called '\(name)'", word: name,
        oneOf: Measures.words, listedBy: "odograph measures")
    }
    return known
  }

  private static func judgedMeasure(_ name: String, option: String) throws(InputError) -> String {
    try refuseUnjudged(name, option)
    return try measure(name, option: option)
  }

  /// Throws an error if no measure has the name, or if the measure cannot rank trackers.
  ///
  /// A measure can rank trackers if larger values are always better, or if smaller values are
  /// always better.
  static func refuseUnjudged(_ name: String, _ option: String) throws(InputError) {
    guard Measures.sense(of: try measure(name, option: option)) != nil else {
      throw InputError(
        .commandLine, "\(option): neither more nor less of '\(name)' is better",
        accepted: "a measure such as pathCoverage or longestGapSeconds")
    }
  }

  private static func reference(
    _ name: String?, among trackers: [String]
  ) throws(InputError) -> Int {
    guard let name else { return 0 }
    guard let position = trackers.firstIndex(of: name) else {
      throw InputError(
        .commandLine, "--against: no tracker here is called '\(name)'", word: name,
        oneOf: trackers)
    }
    return position
  }
}
