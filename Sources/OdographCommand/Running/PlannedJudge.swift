import CommandOptions
import Experiments
import Foundation
import Recordings
import Scenarios
import Simulation
import Text
import Timekeeping
import World

/// A judgment of a log. All of its input is read and checked before the first run.
struct PlannedJudge {
  var plan: JudgePlan
  var scenario: Scenario
  /// The options with their defaults filled in, in a fixed order, for the provenance of the
  /// results.
  var options: [String]

  /// The farthest that a log's clock and the borders of its days can be from the truth's.
  private static let reach = TimeSpan.hours(48)
  /// The longest log that is simulated without another truth. A run of a month takes minutes.
  private static let ownDaysMax = 31.0

  /// Reads and checks the input.
  ///
  /// - Throws: `InputError` for a mistake in the files or the options that can be found without a
  ///   run.
  init(
    _ logs: [String], _ options: JudgeOptions, _ trace: TraceArguments
  ) throws(InputError) {
    let traceOptions = try trace.options()
    let input = LogInput(
      paths: logs, device: options.device, shift: options.shift ?? .zero)
    let given: GivenTime
    let seeds = options.allSeeds
    let log: TrackerLog
    let truth: JudgedTruth?
    if options.truth == "self" {
      given = try Self.given(options, traceOptions.calendar ?? .utc)
      log = try input.read(Self.logOptions(traceOptions), range: given.range)
      scenario = try Self.phone(
        of: options, in: try .replaying(log.trace, file: logs[0], calendar: traceOptions.calendar))
      truth = try Self.ownTruth(of: log, scenario, options)
    } else {
      scenario = try Self.phone(
        of: options,
        in: try ScenarioInput.read(options.truth, trace, apps: options.apps).scenario)
      given = try Self.given(options, scenario.calendar)
      let other = try JudgedTruth(scenario, seed: options.shared.firstSeed)
      log = try input.read(
        Self.logOptions(traceOptions),
        range: other.world.start + -Self.reach..<other.world.end + Self.reach)
      truth = other
    }
    plan = JudgePlan(
      log: log, files: logs.map { URL(fileURLWithPath: $0).lastPathComponent.printable },
      truth: truth, seeds: seeds)
    plan.given = given
    plan.shift = options.shift
    plan.jobs = options.shared.jobs
    plan.choice = try Self.choice(options, scenario)
    if let choice = plan.choice {
      _ = try SimulatedDay(scenario: scenario, seed: seeds[0]).provision(choice)
    }
    self.options = Self.resolved(options, trace, plan.choice)
  }

  /// Returns the options for the log's file: those that fill in what a format lacks.
  private static func logOptions(_ options: TraceOptions) -> TraceOptions {
    TraceOptions(calendar: options.calendar)
  }

  private static func given(
    _ options: JudgeOptions, _ calendar: LocalCalendar
  ) throws(InputError) -> GivenTime {
    var time = GivenTime()
    if let from = options.from { time.from = try Instant(option: "--from", from, in: calendar) }
    if let to = options.to { time.to = try Instant(option: "--to", to, in: calendar) }
    let (from, to) = (time.from ?? .distantPast, time.to ?? .distantFuture)
    guard from < to else {
      throw InputError(.commandLine, "--from is not before --to", accepted: "a time before it")
    }
    return time
  }

  /// Returns the scenario with the phone and the system of the options.
  private static func phone(
    of options: JudgeOptions, in scenario: Scenario
  ) throws(InputError) -> Scenario {
    var scenario = scenario
    try scenario.setPhone(options.phone, system: options.system, vocabulary: .simulatedPhone)
    return scenario
  }

  /// Returns the days of a log that nothing else witnesses; nil if no tracker is simulated on them.
  private static func ownTruth(
    of log: TrackerLog, _ scenario: Scenario, _ options: JudgeOptions
  ) throws(InputError) -> JudgedTruth? {
    guard options.preset != nil || !options.apps.app.isEmpty else { return nil }
    let days = (log.span.upperBound - log.span.lowerBound).seconds / 86400
    guard days <= ownDaysMax else {
      throw InputError(
        SourceLocation(file: log.name),
        "the log spans \(Int(days.rounded())) days, and each would be simulated under every seed",
        accepted: "at most \(Int(ownDaysMax)) days: --from and --to choose them")
    }
    return try JudgedTruth(ofLogIn: scenario, seed: options.shared.firstSeed)
  }

  private static func choice(
    _ options: JudgeOptions, _ scenario: Scenario
  ) throws(InputError) -> TrackerChoice? {
    let apps = try options.apps.choices()
    guard options.preset != nil || !apps.isEmpty else { return nil }
    let selection = TrackerSelection(
      presets: options.preset.map { [$0] } ?? [], overrides: options.shared.set, apps: apps)
    let choices = try selection.trackers(of: scenario)
    guard choices.count == 1 else {
      throw InputError(
        .commandLine,
        "the options choose \(choices.count) trackers: "
          + listing(choices.map(\.name), atMost: 5),
        accepted: "one tracker, with one value for each --set")
    }
    return choices[0]
  }

  private static func resolved(
    _ options: JudgeOptions, _ trace: TraceArguments, _ choice: TrackerChoice?
  ) -> [String] {
    var lines = ["seed=\(options.shared.firstSeed)", "seeds=\(options.seedCount)"]
    if let choice {
      lines.append("tracker=\(choice.name) (\(PresetLibrary.name(of: choice.preset)))")
      lines += choice.appDigests
    }
    let named: [(String, String?)] = [
      ("phone", options.phone), ("system", options.system), ("from", options.from),
      ("to", options.to), ("shift", options.shift.map { "\($0)" }),
    ]
    lines += named.compactMap { name, value in value.map { "\(name)=\($0)" } }
    return lines + options.shared.set.map { "set=\($0)" }
      + trace.given.map { "\($0.name)=\($0.value)" }
  }
}
