import Evaluation
import Scenarios
import Simulation

/// Some trackers on one scenario's day of one seed.
struct CheckedDay: Sendable {
  var scenario: Scenario
  var seed: UInt64
  var trackers: [(choice: TrackerChoice, preset: Preset)]
  /// Names of the figures that are kept of each run.
  var measures: [String]
  /// Whether the lines of the day are wanted.
  var tellsTimeline: Bool
}

/// What is kept of a tracker's day.
struct CheckedRun: Sendable {
  var figures: [Double?]
  var timeline: TimelineDigest?
  /// The timeline's lines in full.
  var texts: [String] = []
}

/// Lives days for a check, in parallel; of each no more is kept than the check needs.
struct CheckRuns: Sendable {
  var jobs = 1
  var isCancelled: @Sendable () -> Bool = { false }
  /// From several threads.
  var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  /// By day and tracker; nil for days that were not begun when it was cancelled.
  func live(_ days: [CheckedDay]) throws -> [[CheckedRun]?] {
    var work = ParallelWork(count: days.count, jobs: jobs, isCancelled: isCancelled)
    work.onProgress = { [onProgress] in onProgress?($0, days.count) }
    return try work.results { try Self.live(days[$0]) }
  }

  private static func live(_ checked: CheckedDay) throws -> [CheckedRun] {
    let day = try SimulatedDay(scenario: checked.scenario, seed: checked.seed)
    let bare = try BaselineDay(day)
    return try checked.trackers.map { tracker in
      var run = TrackerRun(
        day: day, tracker: try day.provision(tracker.choice, preset: tracker.preset))
      run.bare = bare
      let gatherer = checked.tellsTimeline ? TimelineGatherer(start: day.scenario.start) : nil
      run.sink = gatherer
      run.explains = gatherer != nil
      let figures = Measures.figures(checked.measures, of: try run.run())
      return CheckedRun(
        figures: figures, timeline: gatherer?.digest, texts: gatherer?.texts ?? [])
    }
  }
}
