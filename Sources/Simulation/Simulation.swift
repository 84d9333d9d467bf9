import Evaluation
import Foundation
import Scenarios
import Text
import TrackingEngine

/// A scenario for tests: lives its days with a preset or with somebody's own app.
///
///     let days = try Simulation(file: "commute.yaml", seeds: 1...10).run(preset: "adaptive")
///     let path = try days.mean("pathCoverage")
///     #expect(path > 0.9)
public struct Simulation: Sendable {
  public var scenario: Scenario
  /// A day each; under one seed all apps live the same day.
  public var seeds: [UInt64]
  /// How many days are lived at once; changes no result.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount

  /// - Throws: `InputError`, naming the line and what would do instead.
  public init(file path: String, seeds: ClosedRange<UInt64> = 1...1) throws(InputError) {
    scenario = try ScenarioReader(vocabulary: .ofOwnApps).read(path: path)
    self.seeds = Array(seeds)
  }

  /// - Parameter text: YAML; files that it names are looked for in the current folder.
  /// - Throws: `InputError`, naming the line and what would do instead.
  public init(text: String, seeds: ClosedRange<UInt64> = 1...1) throws(InputError) {
    scenario = try ScenarioReader(vocabulary: .ofOwnApps).read(
      text: text, file: "scenario.yaml")
    self.seeds = Array(seeds)
  }

  /// One result a seed, in their order. The app has no server: what it sends fails.
  public func run(_ app: OwnApp) throws -> [RunResult] {
    let tracker = ProvisionedTracker(
      configuration: TrackerConfiguration(
        name: app.name, manifest: app.manifest, behaviors: [], settings: TrackerSettings()),
      preset: app.name, origin: app.name, contract: nil, remarks: [], app: app)
    return try run { _ in tracker }
  }

  /// One result a seed, in their order.
  ///
  /// - Parameters:
  ///   - preset: its name, or the path of a preset's file. Where the scenario lists a tracker of that
  ///     name, the settings that it has there hold.
  ///   - settings: beyond these, by name, written as in a scenario.
  /// - Throws: `InputError` for a preset or a setting that there is not.
  public func run(
    preset: String, settings: KeyValuePairs<String, String> = [:]
  ) throws -> [RunResult] {
    var choice =
      scenario.trackers.first { $0.name == preset } ?? TrackerChoice(preset: preset)
    choice.settings += settings.map { SettingText($0.key, $0.value) }
    let (chosen, read) = (choice, try choice.readPreset())
    return try run { try $0.provision(chosen, preset: read) }
  }

  private func run(
    _ provision: @escaping @Sendable (SimulatedDay) throws -> ProvisionedTracker
  ) throws -> [RunResult] {
    try ParallelWork(count: seeds.count, jobs: jobs).results { [self] index in
      let day = try SimulatedDay(scenario: scenario, seed: seeds[index])
      return try TrackerRun(day: day, tracker: provision(day)).run()
    }.compactMap { $0 }
  }
}

extension Collection<RunResult> {
  /// The mean over the days of a measure, by its name in reports.
  ///
  /// - Throws: `InputError` for a name that no measure has, `NoFigure` where it does not apply to one of
  ///   the days.
  public func mean(_ measure: String) throws -> Double {
    guard Measures.names.contains(measure) else {
      throw InputError(
        .commandLine, "no measure is called '\(measure)'", word: measure, oneOf: Measures.names)
    }
    guard let mean = Measures.mean(measure, of: Array(self)) else { throw NoFigure(measure) }
    return mean
  }
}

/// A measure that does not apply, as `tripRecall` to a day without trips.
public struct NoFigure: Error, Sendable, CustomStringConvertible {
  public let measure: String

  public init(_ measure: String) { self.measure = measure }

  public var description: String { "\(measure) does not apply to each of the days" }
}
