import Testing
import Timekeeping
import World

@testable import Evaluation
@testable import Experiments
@testable import Simulation

@Suite("The place of a log among simulated runs")
struct JudgmentAnalysisTests {
  private static let start = Instant(secondsSince1970: 1_772_438_400)

  private static func at(_ minutes: Int64) -> Instant { start + .minutes(minutes) }

  private static func run(
    records: Double, uncovered: [(Int64, Int64, GapCause)] = []
  ) -> SimulatedLog {
    SimulatedLog(
      seed: 1, figures: ["recordsPerHour": records],
      uncovered: uncovered.map { UncoveredTime(start: at($0), end: at($1), cause: $2) },
      silences: [], gauge: [], path: [])
  }

  /// Four records in an hour, and a gap from minute 10 to minute 30.
  private static func analysis(_ runs: [SimulatedLog]?) -> JudgmentAnalysis {
    let cadence = Cadence(
      [[at(0), at(5), at(31), at(40)]], in: [Segment(start: at(0), end: at(60))])
    let gaps = GapList.longGap(from: at(10), to: at(30))
    return JudgmentAnalysis(
      log: JudgedPositions(coverage: nil, longGaps: gaps, cadence: cadence), runs: runs,
      isTruthKnown: true)
  }

  @Test("The run in the middle misses as much time as the median run, of two the shorter")
  func middle() {
    let runs = [30, 10, 20, 40].map { Self.run(records: $0, uncovered: [(0, Int64($0), .stale)]) }
    #expect(runs.middle?.missedSeconds == 1200.0)
    #expect(Array(runs.dropFirst(1)).middle?.missedSeconds == 1200.0)
    #expect([SimulatedLog]().middle == nil)
  }

  @Test("The rank counts lower figures, equal ones by half; the place follows the 90 % range")
  func rank() throws {
    // 3 of 20 below 4, one equal: 3.5 / 20.
    let runs = (1...20).map { Self.run(records: Double($0)) }
    let row = try #require(Self.analysis(runs).measures.first { $0.measure == "recordsPerHour" })
    let simulated = try #require(row.simulated)
    #expect(row.log == 4 && simulated.rank == 3.5 / 20 && simulated.place == .within)
    // Hazen: 5 % of 20 values lie below the middle of the first and the second.
    #expect(simulated.low == 1.5 && simulated.high == 19.5 && simulated.median == 10.5)
    let above = Self.analysis((1...20).map { Self.run(records: Double($0) / 10) })
    #expect(above.measures.first?.simulated?.place == .above)
    #expect(above.measures.first?.simulated?.rank == 1)
    let below = Self.analysis((1...20).map { Self.run(records: Double($0) * 10) })
    #expect(below.measures.first?.simulated?.place == .below)
  }

  @Test("A range of nine runs is too narrow for a verdict; a figure rounded past an end is within")
  func doubtfulPlaces() throws {
    func simulated(_ records: [Double]) -> JudgedMeasure.SimulatedRange? {
      Self.analysis(records.map { Self.run(records: $0) }).measures
        .first { $0.measure == "recordsPerHour" }?.simulated
    }
    #expect(simulated((1...9).map { Double($0) / 10 })?.place == .undecided)
    // The log has 4 records an hour: 0.04 % more than the most of the runs, or 0.1 % more.
    let near = simulated((1...10).map { _ in 3.9984 })
    #expect(near?.place == .within && near?.low == 3.9984 && near?.high == 4)
    #expect(simulated((1...10).map { _ in 3.996 })?.place == .above)
  }

  @Test("A gap has the share of runs with a gap there, and the causes of their missed time")
  func gaps() throws {
    // Of the 20 min: the first run misses 20, the second 5 by another cause, the third one minute
    // (less than a tenth), the fourth nothing.
    let runs = [
      Self.run(records: 1, uncovered: [(0, 60, .suspended)]),
      Self.run(records: 1, uncovered: [(5, 15, .noSignal)]),
      Self.run(records: 1, uncovered: [(29, 40, .stale)]), Self.run(records: 1),
    ]
    let gap = try #require(Self.analysis(runs).gaps.first?.simulated)
    #expect(gap.runShare == 0.5 && gap.isExplained)
    #expect(abs(gap.timeShare - 26.0 / 80) < 1e-12)
    #expect(gap.causes.map(\.cause) == [.suspended, .noSignal, .stale])
    #expect(abs(gap.causes[0].share - 20.0 / 26) < 1e-12)
  }

  @Test("A gap that no run has is not explained")
  func unexplained() throws {
    let gap = try #require(Self.analysis([Self.run(records: 1)]).gaps.first)
    #expect(gap.simulated?.isExplained == false && gap.simulated?.causes.isEmpty == true)
    #expect(Self.analysis(nil).gaps.first?.simulated == nil)
  }

  @Test("Silences are the times without a record, with those at the ends of a period")
  func silences() {
    let cadence = Self.analysis(nil).log.cadence
    #expect(
      cadence.silences == [
        Segment(start: Self.at(5), end: Self.at(31)), Segment(start: Self.at(40), end: Self.at(60)),
      ])
    // Intervals of 5, 26 and 9 minutes.
    #expect(cadence.figures["intervalMedianSeconds"] == 540)
    #expect(cadence.figures["longestIntervalSeconds"] == 1560)
    #expect(cadence.figures["recordsPerHour"] == 4)
  }
}

extension GapList {
  /// The list of one long gap.
  fileprivate static func longGap(from start: Instant, to end: Instant) -> [GapInterval] {
    var list = GapList(longerThan: .minutes(10), countMax: 10)
    list.extend(Interval(start, end), cause: .stale)
    list.close()
    return list.longGaps
  }
}
