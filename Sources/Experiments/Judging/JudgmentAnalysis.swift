import Evaluation
import Simulation
import Statistics
import Timekeeping
import World

/// Compares the figures and the gaps of a log with those of simulated runs.
struct JudgmentAnalysis {
  let log: JudgedPositions
  /// The simulated runs; nil if no tracker was simulated.
  let runs: [SimulatedLog]?
  /// True if another witness than the log shows where the person was.
  let isTruthKnown: Bool

  // MARK: Measures

  var measures: [JudgedMeasure] {
    let figures = log.figures
    return Measures.ofLogs.compactMap { definition in
      figures[definition.member].map { figure in
        JudgedMeasure(
          measure: definition.name, log: figure, simulated: range(definition.member, figure))
      }
    }
  }

  private func range(_ member: String, _ figure: Double) -> JudgedMeasure.SimulatedRange? {
    JudgedMeasure.SimulatedRange(
      (runs ?? []).compactMap { $0.figures[member] }, around: figure)
  }

  // MARK: Gaps

  var gaps: [JudgedGap] {
    isTruthKnown
      ? log.longGaps.map { gap($0.start, $0.end, $0.cause) }
      : longest(log.cadence.silences).map { gap($0.start, $0.end, nil) }
  }

  /// The longest silences, as many as the evaluator lists gaps, in order of time.
  private func longest(_ silences: [Segment]) -> [Segment] {
    let longest = silences.sorted { $0.end - $0.start > $1.end - $1.start }
      .prefix(EvaluationOptions().listedGapCountMax)
    return longest.sorted { $0.start < $1.start }
  }

  private func gap(_ start: Instant, _ end: Instant, _ cause: GapCause?) -> JudgedGap {
    JudgedGap(
      start: start, end: end, cause: cause,
      simulated: runs.map { simulated($0, start, end) })
  }

  private func simulated(_ runs: [SimulatedLog], _ start: Instant, _ end: Instant) -> SimulatedGap {
    let length = (end - start).seconds
    var byCause = [Double](repeating: 0, count: GapCause.allCases.count)
    var (missing, missedShares) = (0, 0.0)
    for run in runs {
      for time in run.uncovered {
        byCause[time.cause.rawValue] += overlap(time.start, time.end, start, end)
      }
      let missed =
        isTruthKnown
        ? run.uncovered.reduce(0) { $0 + overlap($1.start, $1.end, start, end) }
        : run.silences.reduce(0) { $0 + overlap($1.start, $1.end, start, end) }
      missedShares += missed / length
      if missed >= SimulatedGap.missedShareMin * length { missing += 1 }
    }
    let total = byCause.reduce(0, +)
    let causes = GapCause.allCases.filter { byCause[$0.rawValue] > 0 }
      .map { SimulatedGap.CauseShare(cause: $0, share: byCause[$0.rawValue] / total) }
      .sorted { $0.share > $1.share }
    return SimulatedGap(
      runShare: Double(missing) / Double(runs.count),
      timeShare: min(1, missedShares / Double(runs.count)), causes: causes)
  }

  private func overlap(_ a: Instant, _ b: Instant, _ c: Instant, _ d: Instant) -> Double {
    max(0, (min(b, d) - max(a, c)).seconds)
  }
}

extension JudgedMeasure.SimulatedRange {
  /// The ends of the range of simulated figures: 90 % of the runs lie between them.
  private static let shares = (low: 0.05, high: 0.95)
  /// With fewer runs a range that should hold 90 % of them ends at the least and the largest.
  private static let countMin = 10
  /// Figures of exported logs are rounded: one this near to an end is within, and becomes the end.
  private static let tolerance = 0.0005

  /// Makes the range of the runs' figures, and the place of the log's figure; nil without figures.
  init?(_ figures: [Double], around figure: Double) {
    guard !figures.isEmpty else { return nil }
    let known = figures.sorted()
    count = known.count
    median = hazenQuantile(0.5, of: known)
    low = hazenQuantile(Self.shares.low, of: known)
    high = hazenQuantile(Self.shares.high, of: known)
    let below = Double(known.count { $0 < figure }) + Double(known.count { $0 == figure }) / 2
    rank = below / Double(known.count)
    let slack = Self.tolerance * abs(figure)
    place =
      count < Self.countMin
      ? .undecided : figure < low - slack ? .below : figure > high + slack ? .above : .within
    guard place == .within else { return }
    low = min(low, figure)
    high = max(high, figure)
  }
}

extension JudgedPositions {
  /// The measures that apply, by their names without the section.
  var figures: [String: Double] {
    (coverage.map(Measures.figures) ?? [:]).merging(cadence.figures) { $1 }
  }
}
