import Evaluation
import Foundation
import Testing
import Timekeeping
import World

@testable import Experiments
@testable import Reporting

@Suite("The page of a judged log")
struct JudgePageTests {
  /// 08:00 in Los Angeles on 2026-03-02.
  private static let start = Instant(secondsSince1970: 1_772_467_200)
  private static let end = start + .hours(10)

  private static func range(
    _ place: JudgedMeasure.Place, rank: Double
  ) -> JudgedMeasure.SimulatedRange {
    .init(count: 20, median: 0.6, low: 0.5, high: 0.7, rank: rank, place: place)
  }

  private static func readings(_ percents: [Double]) -> [BatteryReading] {
    percents.enumerated().compactMap { hour, percent in
      BatteryReading(
        time: start + .hours(Int64(hour)), level: percent / 100, state: .unplugged)
    }
  }

  private static func gauge(_ percents: [Int]) -> [GaugeReading] {
    percents.enumerated().map { hour, percent in
      GaugeReading(time: start + .hours(Int64(hour)), percent: percent)
    }
  }

  private static let draws = [
    SimulatedDraw(
      seed: 7,
      uncovered: [
        UncoveredTime(start: start + .hours(5), end: start + .hours(6), cause: .noSignal)
      ], battery: gauge([100, 99, 98, 97, 96])),
    SimulatedDraw(seed: 8, uncovered: [], battery: gauge([100, 99, 97, 95, 93])),
  ]

  private static let gaps = [
    JudgedGap(
      start: start + .hours(1), end: start + .hours(2), cause: .stale,
      simulated: SimulatedGap(
        runShare: 0.5, timeShare: 0.4, causes: [.init(cause: .suspended, share: 1)])),
    JudgedGap(
      start: start + .hours(3), end: start + .hours(3) + .minutes(30), cause: .stale,
      simulated: SimulatedGap(runShare: 0, timeShare: 0, causes: [])),
  ]

  static func judgment(
    file: String = "phone.csv", isSimulated: Bool = true, hasBattery: Bool = true
  ) throws -> Judgment {
    let report = try Specimen.report([])
    let simulation = SimulatedSide(
      tracker: "one", preset: "one", firstSeed: 7, seedCount: 2, isComplete: true, settings: [],
      draws: draws, middle: MiddleRun(seed: 8, path: path([0, 0.005])))
    return Judgment(
      provenance: report.provenance,
      log: JudgedLog(
        files: [file], recordCount: 5, judgedRecordCount: 5, first: start, last: end,
        hasRecordingTimes: true, remarks: ["A remark on \(file)."]),
      truth: TruthSummary(
        kind: .scenario, judgedSeconds: 36_000, judgedShare: 1,
        periods: [JudgedPeriod(start: start, end: end)], remarks: [], path: path([0, 0.02])),
      scenario: report.scenario, simulation: isSimulated ? simulation : nil,
      measures: [
        JudgedMeasure(
          measure: "positionCoverage", log: 0.55,
          simulated: isSimulated ? range(.within, rank: 0.25) : nil),
        JudgedMeasure(
          measure: "pathCoverage", log: 0.8,
          simulated: isSimulated ? range(.above, rank: 1) : nil),
      ],
      gaps: isSimulated
        ? gaps : gaps.map { JudgedGap(start: $0.start, end: $0.end, cause: $0.cause) },
      battery: hasBattery
        ? JudgedBattery(
          of: readings([100, 99, 95, 91, 87]), calendar: TravelCalendar(.utc),
          simulated: isSimulated ? draws.map(\.battery) : []) : nil,
      path: path([0, 0.01, 0.02]))
  }

  /// Positions at the start, after 8 min and after 32 min.
  private static func path(_ norths: [Double]) -> [PathPoint] {
    norths.enumerated().map { index, north in
      PathPoint(
        time: start + .minutes(Int64(index * index) * 8), latitude: 45 + north, longitude: -122)
    }
  }

  private static func page(_ judgment: Judgment) throws -> String {
    String(decoding: try JudgePage(judgment).html(), as: UTF8.self)
  }

  @Test("The first sentence is the verdict, and each part has its section")
  func parts() throws {
    let page = try Self.page(Self.judgment())
    let verdict = JudgeText(try Self.judgment()).verdict
    #expect(page.contains("<p class=\"answer\">\(verdict)</p>"))
    for id in ["measures", "timeline", "gaps", "battery", "positions", "reading"] {
      #expect(page.contains("<section id=\"\(id)\">") && page.contains("href=\"#\(id)\""), "\(id)")
    }
    #expect(page.contains("A remark on phone.csv."))
    #expect(!page.contains("NaN") && !page.contains("Optional") && !page.contains("style=\""))
  }

  @Test("The log's gaps are above those of each simulated run, at their times on one axis")
  func timeline() throws {
    let page = try Self.page(Self.judgment())
    // 10 h are from 96 to 810: an hour is 71.4 wide, and the log's first gap begins at 167.4.
    #expect(page.contains("<rect class=\"p-engine\" x=\"167.4\" y=\"2.0\" width=\"71.4\""))
    // The run of seed 7 is the first below the log, and lacks a signal in the sixth hour.
    #expect(page.contains("<rect class=\"p-signal\" x=\"453.0\" y=\"26.0\" width=\"71.4\""))
    #expect(page.contains(">seed 7</text>") && page.contains(">seed 8</text>"))
    #expect(page.contains("</svg>no signal, or still acquiring</li>"))
    #expect(!page.contains("</svg>app not running</li>"))
    // Ticks at full hours of Los Angeles.
    #expect(page.contains(">08:00</text>") && page.contains(">12:00</text>"))
  }

  @Test("The time before a log's first record is named, and not called unexplained")
  func beforeTheFirstRecord() throws {
    let text = JudgeText(try Self.judgment())
    let gap = JudgedGap(
      start: Self.start, end: Self.start + .minutes(12), cause: .unexplained, simulated: nil)
    #expect(text.title(gap).hasSuffix(" (12 min): no record yet"), "\(text.title(gap))")
  }

  @Test("A gap that no run has is marked as not explained, and the others have their causes")
  func gaps() throws {
    let page = try Self.page(Self.judgment())
    #expect(page.contains("2 gaps of more than 10 min, 1 of them not explained by the model."))
    #expect(
      page.contains(
        "<tr class=\"changed\"><th scope=\"row\">2026-03-02 11:00 to 11:30 (30 min): "))
    #expect(
      page.contains("50 % of the runs have a gap here, for 40 % of the time: app suspended 100 %"))
  }

  @Test("A figure outside of the simulated range is marked, with its rank")
  func measures() throws {
    let page = try Self.page(Self.judgment())
    #expect(page.contains("<td>80.0 %</td><td>60.0 %</td><td>50.0 to 70.0 %</td><td>100 %</td>"))
    // The band of each row is from 450 to 530, and 55 % is a quarter of the way from 50 to 70 %.
    // Shapes are 14 wide.
    #expect(page.contains("<use class=\"plain\" href=\"#shape-0\" x=\"463.0\""))
    #expect(page.contains("<use class=\"unmet\" href=\"#shape-0\""))
  }

  @Test("The battery is drawn on the simulated gauges, and its drain leaves out the time at 100 %")
  func battery() throws {
    let judgment = try Self.judgment()
    let battery = try #require(judgment.battery)
    // 99 to 87 % in 3 h. The simulated ones, at the same times: 99 to 96, and 99 to 93.
    #expect(battery.drain?.percentPerHour == 4)
    #expect(battery.simulatedDrain?.low == 1 && battery.simulatedDrain?.high == 2)
    #expect(battery.simulatedDrain?.place == .undecided)
    let page = try Self.page(judgment)
    #expect(page.contains("the battery lost 4.00 %/h, over 3.0 h; the gauge"))
    // 12 % in 3 h, and up to 1 % more or less.
    #expect(page.contains("steps of 1 % allow 3.67 to 4.33 %/h."))
    #expect(
      page.contains("Beside it: 2 runs of simulated one, 1.00 to 2.00 %/h, too few for a verdict."))
    #expect(page.contains("<circle class=\"plain\" cx=\"96.0\""))
    let terminal = TerminalJudge(judgment).text.replacing("\n", with: " ")
    #expect(terminal.contains("the battery lost 4.00 %/h, over 3.0 h"))
  }

  @Test("Runs without a drain are counted beside the range of the others")
  func drainlessRuns() throws {
    var judgment = try Self.judgment()
    judgment.battery?.simulatedDrain?.count = 1
    judgment.battery?.simulatedDrain?.place = .above
    let text = JudgeText(judgment).battery(try #require(judgment.battery)).joined()
    #expect(text.contains("1.00 to 2.00 %/h in 1 of 2 runs; the others show no drain."))
  }

  @Test("The map shows the person's way under the log and the simulated run in the middle")
  func map() throws {
    let page = try Self.page(Self.judgment())
    // The way from 45 to 45.02 degrees north fills the height of 420 but for margins of 8. The
    // simulated run ends at a quarter of it, 101 units above the start. The log's last pause is 24
    // min, so that only its first two positions are joined.
    #expect(page.contains("<line class=\"truth\" x1=\"8.0\" y1=\"412.0\" x2=\"8.0\" y2=\"8.0\"/>"))
    #expect(page.contains("<line class=\"t1\" x1=\"8.0\" y1=\"412.0\" x2=\"8.0\" y2=\"311.0\"/>"))
    #expect(page.components(separatedBy: "<line class=\"t0\"").count == 2)
    #expect(page.contains("</svg>simulated, seed 8</li>"))
    #expect(page.contains("Of 2 simulated runs the map shows the one"))
    let alone = try Self.page(Self.judgment(isSimulated: false))
    #expect(!alone.contains("<line class=\"t1\"") && alone.contains("<line class=\"truth\""))
  }

  @Test("Without simulated runs and readings, the page has neither their columns nor their parts")
  func alone() throws {
    let page = try Self.page(Self.judgment(isSimulated: false, hasBattery: false))
    for text in ["id=\"battery\"", "simulated 90 %", "seed 7", "not explained by the model."] {
      #expect(!page.contains(text), "\(text)")
    }
    #expect(page.contains("<td>55.0 %</td>"))
  }

  @Test("Names of files are never markup")
  func hostile() throws {
    let page = try Self.page(Self.judgment(file: "\u{600}<img src=x>\".csv"))
    #expect(Data(page.utf8).range(of: Data("<img".utf8)) == nil)
    #expect(page.contains("&lt;img src=x&gt;"))
  }

  @Test("Ticks of a long time are at midnights, also where a day has 23 h")
  func longAxis() throws {
    let zone = try #require(LocalCalendar(identifier: "America/Los_Angeles"))
    let start = zone.startOfDay(CivilDate(year: 2026, month: 3, day: 6))
    // Daylight saving begins on 8 March.
    let axis = try #require(
      TimeAxis(
        start, zone.startOfDay(CivilDate(year: 2026, month: 3, day: 11)), from: 0, to: 1000,
        calendar: zone))
    var drawing = Drawing(label: "", width: 1000, height: 20)
    axis.draw(to: 20, in: &drawing)
    let labels = drawing.texts.map(\.text)
    #expect(labels.contains("03-08") && labels.contains("03-09") && labels.contains("12:00"))
    #expect(!labels.contains("01:00") && !labels.contains("13:00"))
  }
}
