import Foundation
import PhoneProfiles
import Testing
import Text

@testable import Campaigns
@testable import Evaluation
@testable import Experiments
@testable import ModelParameters
@testable import Reporting
@testable import RunViews
@testable import SimulatedPhone
@testable import Simulation

@Suite("The page of a report")
struct ReportPageTests {
  private func page(
    _ runs: [RunResult], libraries: PageLibraries = .none, view: RunView? = nil
  ) throws -> String {
    let page = ReportPage(try Specimen.report(runs), libraries: libraries) { _, _ in view }
    return String(decoding: try page.html(), as: UTF8.self)
  }

  static let view = RunView(
    tracker: "one", seed: 1,
    day: DayTruth(
      start: "2026-03-02T08:00:00.000Z", durationSeconds: 86_400,
      clocks: [DayTruth.Clock(seconds: 0, offsetSeconds: 3600, timeZone: "Europe/Berlin")],
      places: [], person: [], phone: [], modes: [], stays: [], unknown: []),
    fixes: RecordedPath(), recording: [],
    lanes: RunView.Lanes(
      uncovered: [
        LanePiece(start: 3600, end: 7200, label: "suspended"),
        LanePiece(start: 7200, end: 7260, label: "acquiring"),
        LanePiece(start: 9000, end: 9060, label: "appDead.forceQuit"),
      ], app: [], positioning: [], authorization: [], paused: [], motion: []),
    battery: [], queue: [], marks: [], fences: [],
    stays: RunView.Stays(truth: [], recorded: []), days: [])

  @Test("Where libraries are missing it draws plainly and says so")
  func withoutLibraries() throws {
    let page = try page([Specimen.run("one")], view: Self.view)
    #expect(page.contains("this program was built without Leaflet"))
    #expect(page.contains("this program was built without D3"))
    #expect(page.contains("id=\"map\"") && page.contains("id=\"timeline\""))
    #expect(page.contains("const Plain =") && !page.contains("const Timeline ="))
    #expect(page.contains("app suspended</th><td class=\"number\">2 h</td>"))
    #expect(page.contains("satellite receiver</th><td class=\"number\">4.0 kJ<svg "))
  }

  @Test("An embedded library's license goes with it, and its pictures and maps of sources do not")
  func libraries() throws {
    let page = try page([Specimen.run("one")], libraries: .embedded, view: Self.view)
    #expect(!page.contains("sourceMappingURL") && !page.contains("url(images/"))
    #expect(page.contains("Leaflet (leafletjs.com), under the 2-clause BSD license"))
    #expect(page.contains("D3 (d3js.org), under the 3-clause BSD license"))
    #expect(page.contains("id=\"map\"") && page.contains("id=\"timeline\""))
  }

  @Test("It says how much of a recording with gaps was simulated")
  func simulatedPart() throws {
    var run = Specimen.run("one")
    #expect(!(try page([run])).contains("Simulated:"))
    // 6 of 24 hours.
    run.coverage.simulatedSeconds = 21_600
    run.coverage.judgedSeconds = 18_000
    #expect(
      try page([run]).contains(
        "Simulated: 6 h, 25.0 % of this time. For the rest the recording has no data. Judged: 5 h.")
    )
  }

  @Test("A tracker has its color and its shape beside its name")
  func marks() throws {
    let page = try page([Specimen.run("one")])
    let mark = TrackerMarks(["one"])["one"]
    let key = "<svg class=\"shape t\(mark.color)\" aria-hidden=\"true\">"
    #expect(page.contains("\(key)<use href=\"#shape-\(mark.shape)\"/></svg>one</th>"))
  }

  @Test("Pieces of uncovered time that touch are one gap, told by the clock of the place")
  func gaps() throws {
    let page = try page([Specimen.run("one")], view: Self.view)
    // The gap from 10:00 to 11:01 in Berlin (09:00 UTC), with the cause of the hour in which it was
    // suspended.
    #expect(page.contains("<td>10:00</td><td class=\"number\">1 h 1 min</td>"))
    #expect(page.contains("<td>11:30</td><td class=\"number\">1 min</td>"))
    #expect(page.contains("data-span=\"3600.0 7260.0\""))
    #expect(page.contains("Each gap, with its longest cause"))
  }

  @Test(
    "Figures that apply are there with their meaning, and those that apply to no tracker are not")
  func figures() throws {
    let page = try page([Specimen.run("one"), Specimen.run("two", positionCoverage: nil)])
    #expect(page.contains(">place known</button>"))
    #expect(page.contains("Share of the time at which the newest record lay within 100 m of"))
    #expect(!page.contains(">gates open in time</button>"))
  }

  @Test("Several seeds are shown as their mean between the lowest and the highest")
  func seeds() throws {
    let page = try page([
      Specimen.run("one", positionCoverage: 0.5),
      Specimen.run("one", seed: 2, positionCoverage: 0.9),
    ])
    #expect(page.contains("Seeds 1 to 2: the mean"))
    #expect(page.contains("70.0<span class=\"range\">50.0 to 90.0</span>"))
  }
}

@Suite("What the figures stand on")
struct FootingTests {
  private func parameter(
    _ name: String, _ source: String, isFixed: Bool = false,
    calibration: ModelParameter.Calibration? = nil
  ) -> ModelParameter {
    ModelParameter(
      name: name, value: 1, low: 0, high: 2, source: source, level: .model, isFixed: isFixed,
      calibration: calibration)
  }

  private func run(_ model: [ModelParameter], used: [String] = []) -> RunResult {
    // The run has 4000 J of the receiver and none of other components, 2 h suspended and 4 h
    // without signal.
    var run = Specimen.run("one")
    run.model = model
    run.energy.byCause = used.map { NamedJoules($0, joules: 5) }
    return run
  }

  @Test(
    "What goes through a judged parameter counts whole, what sources give or the scenario fixes not"
  )
  func shares() {
    let sourced = run([parameter("gnss.trackingGoodWatts", "GNSS-1")])
    #expect(ParameterEvidence(of: sourced).weakEnergyShare == 0)
    let judged = run([parameter("gnss.tailSeconds", "GNSS-5 (judgement)")])
    #expect(ParameterEvidence(of: judged).weakEnergyShare == 1)
    let fixed = run([parameter("gnss.tailSeconds", "GNSS-5 (judgement)", isFixed: true)])
    #expect(ParameterEvidence(of: fixed).weakEnergyShare == 0)
    let elsewhere = run([parameter("modem.tailSeconds", "unsourced")])
    #expect(ParameterEvidence(of: elsewhere).weakEnergyShare == 0)
    // 2 h of the 6 h.
    let gaps = run([parameter("app.backgroundGraceSeconds", "LIFE-1 (folklore)")])
    #expect(ParameterEvidence(of: gaps).weakGapShare.map { abs($0 - 1.0 / 3) < 1e-12 } == true)
  }

  @Test("A parameter that logs of a phone moved counts as measured, an undecided one does not")
  func calibrated() {
    func share(_ calibration: ModelParameter.Calibration) -> Double? {
      let parameter = parameter(
        "gnss.tailSeconds", "GNSS-5 (judgement)", calibration: calibration)
      return ParameterEvidence(of: run([parameter])).weakEnergyShare
    }
    #expect(share(.moved) == 0)
    #expect(share(.undecided) == 1)
  }

  @Test("The table of parameters says whether the scenario or logs of a phone set the value")
  func ranges() {
    #expect(parameter("a", "b").rangeText == "0 to 2")
    #expect(parameter("a", "b", isFixed: true).rangeText == "set by the scenario")
    #expect(parameter("a", "b", calibration: .moved).rangeText == "0 to 2, calibrated")
    #expect(parameter("a", "b", calibration: .undecided).rangeText == "0 to 2, undecided by logs")
  }

  @Test("Parameters of a service count only where the tracker used it")
  func services() {
    var coarse = run([parameter("visit.radiusMeters", "VIS-4 (judgement)")])
    coarse.gapCauses.recorded = [CauseSeconds(cause: .belowServiceResolution, seconds: 60)]
    #expect(ParameterEvidence(of: coarse).weakGapShare == 0)
    coarse.energy.byCause = [NamedJoules("visits", joules: 1)]
    #expect(ParameterEvidence(of: coarse).weakGapShare == 1)
  }

  @Test("Every parameter that it names is one of the model's, and every component has some")
  func names() {
    let known = PhoneModel.parameterNames
    let groups =
      ParameterEvidence.energy.flatMap(\.parameters)
      + GapCause.allCases.flatMap(ParameterEvidence.gaps)
    for name in groups.flatMap(\.names) {
      #expect(
        known.contains { name.hasSuffix(".") ? $0.hasPrefix(name) : $0 == name }, "\(name)")
    }
    #expect(
      ParameterEvidence.energy.map(\.name).sorted() == EnergyComponent.allCases.map(\.name).sorted()
    )
    for cause in groups.flatMap(\.usedFor) {
      #expect(EnergyCause.allCases.contains { $0.name == cause }, "\(cause)")
    }
    // Some component names every parameter that is a power or an energy.
    let energies = known.filter {
      ($0.hasSuffix("Watts") || $0.hasSuffix("Joules")) && !$0.hasPrefix("battery.")
    }
    let named = ParameterEvidence.energy.flatMap(\.parameters).flatMap(\.names)
    for name in energies where name != "compass.watts" {
      #expect(
        named.contains { $0.hasSuffix(".") ? name.hasPrefix($0) : name == $0 }, "\(name)")
    }
  }
}

@Suite("Tables for other programs and for Markdown")
struct ReportTableTests {
  @Test("A row a run, a column a figure; empty where it does not apply, quoted where it has to be")
  func csv() throws {
    var odd = Specimen.run("a, \"b\"", positionCoverage: nil)
    odd.seed = 7
    let report = try Specimen.report([Specimen.run("one"), odd])
    let lines = (ReportCSV.header + ReportCSV.rows(report)).components(separatedBy: "\r\n")
    #expect(lines.count == 4 && lines[3].isEmpty)
    #expect(
      lines[0].hasPrefix(
        "scenario,tracker,preset,seed,positionCoverage,positionCoverageMoving,positionCoverageStill,"
      ))
    #expect(lines[1].hasPrefix("A day / a night,one,one,1,0.75,,,"))
    #expect(lines[2].hasPrefix("A day / a night,\"a, \"\"b\"\"\",\"a, \"\"b\"\"\",7,,,,"))
    let columns = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    let fields = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    #expect(columns.count == fields.count)
    let fixes = try #require(columns.firstIndex(of: "fixCount"))
    #expect(fields[fixes] == "12345")
    let suspended = try #require(columns.firstIndex(of: "gapCauses.recorded.suspended"))
    #expect(fields[suspended] == "7200")
  }

  @Test("Markdown has the tables, and no name is markup in it")
  func markdown() throws {
    let text = MarkdownReport(
      try Specimen.report([Specimen.run("a|b <i>")], assumptions: ["One *assumption*."])
    ).text
    #expect(text.hasPrefix("# A day / a night\n\n1 d from 2026-03-02 06:30 (America"))
    #expect(text.contains("| a\\|b \\<i\\> | 75.0 | – |"))
    #expect(text.contains("## a\\|b \\<i\\>\n\nLaunched 3 times; ended by force quit once."))
    #expect(text.contains("| no signal | 4 h | 66.7 |\n| app suspended | 2 h | 33.3 |"))
    #expect(text.contains("- One \\*assumption\\*."))
  }
}
