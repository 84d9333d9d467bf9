import Evaluation
import Scenarios
import Simulation

/// The day of one scenario and one seed, with the trackers that run on it.
struct CheckedDay: Sendable {
  var scenario: Scenario
  var seed: UInt64
  var trackers: [(choice: TrackerChoice, preset: Preset)]
  /// The names of the measures whose figures are kept from each run.
  var measures: [String]
  /// True if the timeline's lines are kept.
  var keepsTimeline: Bool
}

/// The results of a tracker's day that the check keeps.
struct CheckedRun: Sendable {
  var figures: [Double?]
  var timeline: TimelineDigest?
  /// Sentences about what an app has recorded.
  var remarks: [String] = []
}

/// Runs the days of a check in parallel, and keeps only the results that the check needs.
struct CheckRuns: Sendable {
  var jobs = 1
  var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished days, from several threads.
  var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  /// Returns the runs by day and tracker; nil for days that had not begun when the check was
  /// cancelled.
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
      let gatherer = checked.keepsTimeline ? TimelineGatherer(start: day.scenario.start) : nil
      run.sink = gatherer
      run.explains = gatherer != nil
      var remarks: [String] = []
      run.onRemark = { remarks.append($0) }
      let figures = Measures.figures(checked.measures, of: try run.run())
      return CheckedRun(figures: figures, timeline: gatherer?.digest, remarks: remarks)
    }
  }
}
