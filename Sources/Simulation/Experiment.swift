import RunObservation
import Scenarios
import Timekeeping

/// Simulations of several trackers on several seeds of one scenario. The runs are distributed over
/// the processor's cores, and the results have a fixed order.
public struct Experiment: Sendable {
  public var scenario: Scenario
  public var trackers: [TrackerChoice]
  public var seeds: [UInt64]
  public var jobs = 1
  public var inferringStays = false
  public var explains = false
  /// Makes the receiver of one run's records; nil if nothing receives them. Each run calls the
  /// closure on its own thread.
  package var makeSink:
    (@Sendable (_ tracker: String, _ day: SimulatedDay) throws -> (any RunSink)?)?
  /// Returns the path of the SQLite file that stores one run's records; nil keeps records in
  /// memory.
  public var storePath: (@Sendable (_ tracker: String, _ seed: UInt64) -> String?)?
  /// Called after each run, from several threads. `done` is the number of finished runs.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(scenario: Scenario, trackers: [TrackerChoice], seeds: [UInt64]) {
    self.scenario = scenario
    self.trackers = trackers
    self.seeds = seeds
  }

  /// Runs all trackers. Results are ordered by tracker, then seed, whatever the number of jobs.
  ///
  /// - Throws: the error of the first failed run in the order of the results.
  public func run() throws -> (
    results: [RunResult], assumptions: [String], warnings: [String]
  ) {
    // Read once: this is faster for many seeds, and edits of the file during the run change
    // nothing.
    let presets = try trackers.map { try $0.readPreset() }
    let entrants = zip(trackers, presets).map { tracker, preset in
      Entrant(name: tracker.name) { try $0.provision(tracker, preset: preset) }
    }
    var outcome = try run(entrants)
    let unread = zip(trackers, presets).flatMap { $0.unreadWarnings($1) }
    outcome.warnings = (unread + outcome.warnings).withoutRepeats
    return outcome
  }

  /// Runs a user's own app in place of the trackers.
  package func run(
    _ app: OwnApp
  ) throws -> (results: [RunResult], assumptions: [String], warnings: [String]) {
    let tracker = try ProvisionedTracker(app)
    return try run([Entrant(name: app.name) { _ in tracker }])
  }

  /// A tracker that is set up anew for each day.
  private struct Entrant: Sendable {
    var name: String
    var provision: @Sendable (SimulatedDay) throws -> ProvisionedTracker
  }

  private func run(
    _ entrants: [Entrant]
  ) throws -> (results: [RunResult], assumptions: [String], warnings: [String]) {
    let work = entrants.indices.flatMap { entrant in seeds.map { (entrant, $0) } }
    var parallel = ParallelWork(count: work.count, jobs: jobs)
    parallel.onProgress = { [onProgress] in onProgress?($0, work.count) }
    let finished = try parallel.results { index in
      let (entrant, seed) = work[index]
      return try runOne(entrants[entrant], seed)
    }.compactMap { $0 }
    return (
      finished.map(\.result), finished.flatMap(\.assumptions).withoutRepeats,
      finished.flatMap(\.warnings).withoutRepeats
    )
  }

  private struct Outcome: Sendable {
    var result: RunResult
    var assumptions: [String]
    var warnings: [String]
  }

  private func runOne(_ entrant: Entrant, _ seed: UInt64) throws -> Outcome {
    let day = try SimulatedDay(scenario: scenario, seed: seed)
    let provisioned = try entrant.provision(day)
    var run = TrackerRun(day: day, tracker: provisioned)
    run.sink = try makeSink?(entrant.name, day)
    run.storePath = storePath?(entrant.name, seed)
    run.explains = explains
    var remarks: [String] = []
    run.onRemark = { remarks.append($0) }
    var result = try run.run()
    try run.sink?.finish()
    var assumptions = day.world.assumptions
    if inferringStays {
      let inferred = try SimulatedDay(scenario: scenario, seed: seed, inferringStays: true)
      let again = try TrackerRun(day: inferred, tracker: provisioned).run()
      result.coverageInferringStays = again.coverage
      assumptions += inferred.world.assumptions.filter { !assumptions.contains($0) }
    }
    return Outcome(
      result: result,
      assumptions: scenario.remarks + assumptions + provisioned.remarks + remarks,
      warnings: day.warnings)
  }
}

extension [String] {
  /// The elements without repetitions, in the order of their first occurrence.
  package var withoutRepeats: [String] {
    var lines: [String] = []
    for line in self where !lines.contains(line) { lines.append(line) }
    return lines
  }
}
