import Evaluation
import Experiments
import Text
import Timekeeping

/// The sentences on a judgment, which its forms share.
struct JudgeText {
  let judgment: Judgment
  let calendar: LocalCalendar

  init(_ judgment: Judgment) {
    self.judgment = judgment
    calendar = LocalCalendar(identifier: judgment.scenario.timeZone) ?? .utc
  }

  var name: String { judgment.log.files.joined(separator: ", ") }

  /// The length of the judged time, such as "23 h 59 min".
  var span: String { FigureText.duration(judgment.truth.judgedSeconds) }

  // MARK: The verdict

  /// The sentence that comes first: the log's main figure, and its place among the simulated ones.
  var verdict: String {
    guard let row = chief, let definition = Measures.ofLog(row.measure) else {
      return "\(name) has too few records in \(span) for a figure."
    }
    let figure = definition.text(row.log)
    let sentence =
      judgment.truth.kind == .log
      ? "\(name) has a record every \(figure) (median) over \(span)"
      : "\(name) knew the place in \(figure) of \(span)"
    guard let simulation = judgment.simulation, let simulated = row.simulated else {
      return sentence + "."
    }
    let range = interval(definition.figure(simulated.low), definition.text(simulated.high))
    return "\(sentence): \(Self.comparison(simulated, simulation.tracker, range))."
  }

  /// The measure of the verdict: the known place, or without a truth the cadence.
  private var chief: JudgedMeasure? {
    let name = judgment.truth.kind == .log ? "intervalMedianSeconds" : "positionCoverage"
    return judgment.measures.first { $0.measure == name }
  }

  /// Returns the place of a figure among simulated ones, such as "above the 90 % range of simulated
  /// continuous, 1 to 2 %".
  static func comparison(
    _ range: JudgedMeasure.SimulatedRange, _ tracker: String, _ interval: String
  ) -> String {
    switch range.place {
    case .below, .within, .above:
      "\(range.place.rawValue) the 90 % range of simulated \(tracker), \(interval)"
    case .undecided:
      "\(FigureText.counted(range.count, "run")) of simulated \(tracker), \(interval), "
        + "too few for a verdict"
    }
  }

  // MARK: What was judged

  var extent: [String] {
    let log = judgment.log
    let count = FigureText.counted(log.recordCount, "record")
    let judged = FigureText.count(Double(log.judgedRecordCount))
    var lines = [
      "\(count) from \(local(log.first)) to \(local(log.last)) (\(judgment.scenario.timeZone)), "
        + "\(judged) judged. Truth: \(truth)."
    ]
    if let simulation = judgment.simulation {
      let last = simulation.firstSeed + UInt64(simulation.seedCount - 1)
      lines.append(
        "Simulated: \(simulation.tracker) on \(judgment.scenario.phone) with "
          + "\(judgment.scenario.system), \(seeds(simulation.firstSeed, to: last)).")
      if !simulation.isComplete {
        lines.append("Interrupted: seeds that were not finished are left out.")
      }
    } else {
      lines.append(
        "Nothing was simulated: --preset or --app adds runs of the tracker that made the log.")
    }
    return lines
  }

  private var truth: String {
    switch judgment.truth.kind {
    case .recording: "the recording \(judgment.scenario.name)"
    case .scenario: "the scenario \(judgment.scenario.name)"
    case .log: "the log itself, so there is no coverage"
    }
  }

  var remarks: [String] { judgment.truth.remarks + judgment.log.remarks }

  // MARK: Gaps

  /// Returns the time of a gap and the state of the log, such as "2026-03-02 09:10 to 10:30 (1 h 20
  /// min): last record out of date".
  func title(_ gap: JudgedGap) -> String {
    let isSameDay = calendar.date(of: gap.start) == calendar.date(of: gap.end)
    let end = isSameDay ? clock(gap.end) : local(gap.end)
    // A log explains any gap after a record by that record.
    let state = gap.cause == .unexplained ? "no record yet" : gap.cause?.words ?? "no record"
    return "\(local(gap.start)) to \(end) (\(FigureText.duration(gap.length.seconds))): \(state)"
  }

  /// Returns a sentence on the same time in the simulated runs; nil without simulated runs.
  func simulated(_ gap: JudgedGap) -> String? {
    guard let simulated = gap.simulated else { return nil }
    guard simulated.isExplained else {
      return "Not explained by the model: no simulated run has a gap here."
    }
    let causes = simulated.causes.filter { $0.share >= 0.05 }.prefix(4)
      .map { "\($0.cause.words) \(Self.whole($0.share)) %" }
    let why = causes.isEmpty ? "the place was still known" : causes.joined(separator: ", ")
    return "\(Self.whole(simulated.runShare)) % of the runs have a gap here, for "
      + "\(Self.whole(simulated.timeShare)) % of the time: \(why)"
  }

  /// Returns the percentage of a share without decimals. Only a share of 0 reads "0", and only a
  /// share of 1 reads "100".
  static func whole(_ share: Double) -> String {
    let percent = Int((share * 100).rounded())
    if percent == 0, share > 0 { return "<1" }
    return percent == 100 && share < 1 ? ">99" : "\(percent)"
  }

  private func local(_ instant: Instant) -> String {
    "\(calendar.date(of: instant)) \(clock(instant))"
  }

  private func clock(_ instant: Instant) -> String {
    String("\(calendar.fields(of: instant).time)".prefix(5))
  }
}
