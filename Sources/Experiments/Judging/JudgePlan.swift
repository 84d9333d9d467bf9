import Evaluation
import Recordings
import Scenarios
import Simulation
import Text
import Timekeeping
import World

/// A plan to judge a real tracker's log: its own figures on the true days, and those of simulated
/// runs of one tracker on the same days.
package struct JudgePlan: Sendable {
  package var log: TrackerLog
  /// The names of the log's files, for the result.
  package var files: [String]
  /// The truth; nil if only the log is known and no tracker is simulated.
  package var truth: JudgedTruth?
  package var given = GivenTime()
  /// The time by which the log's times were moved; nil if nothing was said of its clock.
  package var shift: TimeSpan?
  /// The tracker to simulate; nil for none.
  package var choice: TrackerChoice?
  package var seeds: [UInt64]
  package var jobs = 1
  /// Called before each run, from several threads. Returns true to stop the work.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished runs, from several threads.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(log: TrackerLog, files: [String], truth: JudgedTruth?, seeds: [UInt64]) {
    self.log = log
    self.files = files
    self.truth = truth
    self.seeds = seeds
  }

  /// Judges the log, simulates the runs, and returns the judgment.
  ///
  /// - Parameters:
  ///   - scenario: the scenario of the true days, for the result.
  ///   - options: the options with defaults filled in, in a fixed order, for the provenance.
  /// - Returns: nil if the work was interrupted before the first run had finished.
  package func run(scenario: Scenario, options: [String]) throws -> Judgment? {
    var time = try judgedTime()
    let first = try truth.flatMap { truth in
      try choice.map { try firstRun($0, on: truth) }
    }
    let evaluation = first?.evaluationOptions ?? usualOptions
    let own = judge(log.positions, time.periods, evaluation)
    time.limit(toKnown: own.coverage?.judgedShare ?? 1)
    time.explainRecords(of: log, judged: own.cadence.recordCount)
    let runs = try first.map { try simulate($0.tracker, time.periods, evaluation) }
    if let runs, runs.isEmpty { return nil }
    let analysis = JudgmentAnalysis(
      log: own, runs: runs, isTruthKnown: truthKind != .log)
    return Judgment(
      provenance: Provenance(scenario: scenario, options: options),
      log: judgedLog(own), truth: summary(time),
      scenario: ScenarioSummary(
        scenario, assumptions: (scenario.remarks + (truth?.world.assumptions ?? [])).withoutRepeats,
        warnings: truth?.world.warnings ?? []),
      simulation: runs.flatMap { runs in first.flatMap { side(runs, $0.tracker) } },
      measures: analysis.measures, gaps: analysis.gaps,
      battery: battery(time, scenario, runs), path: path)
  }

  private var truthKind: TruthSummary.Kind { truth?.kind ?? .log }

  // MARK: The log

  private func judgedTime() throws(InputError) -> JudgedTime {
    guard let truth, truth.kind != .log else {
      return JudgedTime(ofLog: log, segments: truth?.world.segments, given: given)
    }
    let clocks = ClockCheck(log, truth.world)
    if let refusal = clocks.refusal(log, given: shift) { throw refusal }
    var time = try JudgedTime(
      truth.world, isScenario: truth.kind == .scenario, log, given: given)
    for remark in clocks.remarks { time.add(remark) }
    return time
  }

  private var usualOptions: EvaluationOptions {
    var options = EvaluationOptions()
    options.home = truth?.world.places.firstIndex { $0.name == "home" }.map { .place($0) }
    return options
  }

  private func judge(
    _ positions: [RecordedPosition], _ periods: [Segment], _ options: EvaluationOptions
  ) -> JudgedPositions {
    let judge = PositionJudge(
      world: truthKind == .log ? nil : truth?.world, periods: periods, options: options)
    for position in positions { judge.add(position) }
    return judge.finish()
  }

  // MARK: The simulated runs

  private func firstRun(_ choice: TrackerChoice, on truth: JudgedTruth) throws -> TrackerRun {
    let day = try truth.day(seeds[0])
    return TrackerRun(day: day, tracker: try day.provision(choice, preset: choice.readPreset()))
  }

  private func simulate(
    _ tracker: ProvisionedTracker, _ periods: [Segment], _ options: EvaluationOptions
  ) throws -> [SimulatedLog] {
    guard let truth, let choice else { return [] }
    let preset = try choice.readPreset()
    var work = ParallelWork(count: seeds.count, jobs: jobs, isCancelled: isCancelled)
    work.onProgress = { [onProgress, seeds] in onProgress?($0, seeds.count) }
    return try work.results { index in
      let day = try truth.day(seeds[index])
      var run = TrackerRun(day: day, tracker: try day.provision(choice, preset: preset))
      let judge = PositionJudge(
        world: truth.kind == .log ? nil : truth.world, periods: periods, options: options)
      let sink = JudgedRun(judge, periods: periods)
      run.sink = sink
      run.probe = { sink.look(at: $0) }
      _ = try run.run()
      return sink.finish(seed: seeds[index])
    }.compactMap { $0 }
  }

  // MARK: The result

  private func judgedLog(_ own: JudgedPositions) -> JudgedLog {
    JudgedLog(
      files: files, recordCount: log.unreadCount + log.positions.count,
      judgedRecordCount: own.cadence.recordCount, first: log.span.lowerBound,
      last: log.span.upperBound, hasRecordingTimes: log.hasRecordingTimes, remarks: log.remarks)
  }

  /// The battery from the first to the last judged time.
  private func battery(
    _ time: JudgedTime, _ scenario: Scenario, _ runs: [SimulatedLog]?
  ) -> JudgedBattery? {
    guard let start = time.periods.first?.start, let end = time.periods.last?.end else {
      return nil
    }
    return JudgedBattery(
      of: log.battery.filter { (start...end).contains($0.time) },
      calendar: TravelCalendar(scenario.calendar),
      simulated: (runs ?? []).map(\.gauge))
  }

  private func summary(_ time: JudgedTime) -> TruthSummary {
    TruthSummary(
      kind: truthKind, judgedSeconds: time.knownSeconds,
      judgedShare: time.truthSeconds > 0 ? time.knownSeconds / time.truthSeconds : 0,
      periods: time.periods.map { JudgedPeriod(start: $0.start, end: $0.end) },
      remarks: time.remarks, path: truePath(in: time.periods))
  }

  private func truePath(in periods: [Segment]) -> [PathPoint] {
    guard let truth, truth.kind != .log else { return [] }
    return PathSample(of: truth.world, in: periods).points
  }

  private func side(_ runs: [SimulatedLog], _ tracker: ProvisionedTracker) -> SimulatedSide? {
    guard let middle = runs.middle else { return nil }
    return SimulatedSide(
      tracker: tracker.name, preset: tracker.preset, firstSeed: seeds[0], seedCount: runs.count,
      isComplete: runs.count == seeds.count, settings: tracker.settingTexts,
      draws: runs.map(\.draw), middle: MiddleRun(seed: middle.seed, path: middle.path))
  }

  private var path: [PathPoint] {
    var path = PathSample()
    for position in log.positions { path.add(position.coordinate, at: position.timestamp) }
    return path.points
  }
}
