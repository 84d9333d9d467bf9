import Evaluation
import Foundation
import LinkedApps
import Scenarios
import Text
import TrackingEngine

/// A scenario for tests: simulates its days with a preset or with the user's own app.
///
///     let days = try Simulation(file: "commute.yaml", seeds: 1...10).run(preset: "adaptive")
///     let path = try days.mean("pathCoverage")
///     #expect(path > 0.9)
public struct Simulation: Sendable {
  public var scenario: Scenario
  /// The seeds; each seed gives one day. All apps run through the same day under one seed.
  public var seeds: [UInt64]
  /// The number of days that are simulated at once. The number does not affect results.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount

  /// Reads a scenario from a file.
  ///
  /// - Throws: `InputError`, which names the line and the accepted values.
  public init(file path: String, seeds: ClosedRange<UInt64> = 1...1) throws(InputError) {
    scenario = try ScenarioReader(vocabulary: .ofOwnApps).read(path: path)
    self.seeds = Array(seeds)
  }

  /// Reads a scenario from text.
  ///
  /// - Parameter text: YAML; the paths in it are relative to the current folder.
  /// - Throws: `InputError`, which names the line and the accepted values.
  public init(text: String, seeds: ClosedRange<UInt64> = 1...1) throws(InputError) {
    scenario = try ScenarioReader(vocabulary: .ofOwnApps).read(
      text: text, file: "scenario.yaml")
    self.seeds = Array(seeds)
  }

  /// Runs an app on each seed's day, and returns the results in the order of seeds.
  ///
  /// The app's requests reach its server, with the faults of the scenario. Without a server, they
  /// fail.
  public func run(_ app: OwnApp) throws -> [RunResult] {
    let tracker = try ProvisionedTracker(app)
    return try run { _ in tracker }
  }

  /// Runs an app that is a program of its own on each seed's day, and returns the results in the
  /// order of seeds.
  ///
  /// - Throws: `InputError` if the program or its Info.plist cannot be read; `AppFailure` if the
  ///   app does not return from an event or breaks the protocol.
  public func run(_ app: AppFile) throws -> [RunResult] {
    let choice = TrackerChoice(app: app)
    let read = try choice.readPreset()
    return try run { try $0.provision(choice, preset: read) }
  }

  /// Runs a preset on each seed's day, and returns the results in the order of seeds.
  ///
  /// - Parameters:
  ///   - preset: the preset's name, or the path of its file. If the scenario lists a tracker of
  ///     that name, the settings of that tracker apply.
  ///   - settings: further settings by name, with values written as in a scenario.
  /// - Throws: `InputError` for an unknown preset or setting.
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
  /// Returns the mean of a measure over the days. `measure` is the measure's name in reports.
  ///
  /// - Throws: `InputError` for an unknown measure; `NoFigure` if the measure does not apply to one
  ///   of the days.
  public func mean(_ measure: String) throws -> Double {
    guard Measures.names.contains(measure) else {
      throw InputError(
        .commandLine, "no measure is called '\(measure)'", word: measure, oneOf: Measures.names)
    }
    guard let mean = Measures.mean(measure, of: Array(self)) else { throw NoFigure(measure) }
    return mean
  }
}

/// The error for a measure that does not apply, such as `tripRecall` on a day without trips.
public struct NoFigure: Error, Sendable, CustomStringConvertible {
  public let measure: String

  public init(_ measure: String) { self.measure = measure }

  public var description: String { "\(measure) does not apply to every one of the days" }
}
