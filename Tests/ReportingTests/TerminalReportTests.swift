import Testing

@testable import Reporting

@Suite("A report at the terminal")
struct TerminalReportTests {
  @Test("What does not apply is a dash, and nothing is shown for a server that there is none of")
  func nulls() throws {
    let report = try Specimen.report([
      Specimen.run("silent", positionCoverage: nil, sends: false)
    ])
    let rows = TerminalReport(report).text.split(separator: "\n").filter { $0.hasPrefix("silent ") }
    // Six shares are null, the battery is not; epochs, received, lost, duplicates and delay are.
    #expect(rows.count == 2)
    #expect(rows.first?.count { $0 == "–" } == 6)
    #expect(rows.last?.count { $0 == "–" } == 5)
  }

  @Test("Causes of gaps stand largest first, with time and share")
  func causes() throws {
    let text = TerminalReport(try Specimen.report([Specimen.run("one")])).text
    let lines = text.split(separator: "\n")
    let noSignal = try #require(lines.firstIndex { $0.contains("no signal") })
    let suspended = try #require(lines.firstIndex { $0.contains("app suspended") })
    #expect(noSignal < suspended)
    // 4 h and 2 h of the 6 h uncovered, which are a quarter of the day.
    #expect(lines[noSignal].contains("4 h") && lines[noSignal].contains("66.7%"))
    #expect(lines[suspended].contains("2 h") && lines[suspended].contains("33.3%"))
    #expect(text.contains("Gaps by cause: 6 h, 25.0 %"))
    #expect(!text.contains("unexplained"))
  }

  @Test("With many trackers only the main reasons are shown, unless the report is verbose")
  func many() throws {
    let report = try Specimen.report((1...6).map { Specimen.run("tracker-\($0)") })
    let text = TerminalReport(report).text
    #expect(!text.contains("Gaps by cause"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("tracker-3 ") }
    // 4 h of the 6 h are without a signal, and all energy is the receiver's.
    #expect(rows.count == 3)
    #expect(rows.last?.contains("6 h  no signal") == true)
    #expect(rows.last?.hasSuffix("4.0 kJ  satellite receiver") == true)
    let verbose = TerminalReport(report, isVerbose: true).text
    #expect(verbose.components(separatedBy: "Gaps by cause").count == 7)
  }

  @Test("Energy shows what the tracker added, component by component")
  func energy() throws {
    let text = TerminalReport(try Specimen.report([Specimen.run("one")])).text
    // 4000 J of GNSS beyond the baseline day, of a battery of 40 kJ, are ten points a day.
    #expect(text.contains("Where its energy went: 4.0 kJ"))
    #expect(text.contains("satellite receiver"))
    #expect(!text.contains("rest of the phone"))
    #expect(text.contains("10.00"))
  }

  @Test("The energy of hours without a recording is quantified below the tables")
  func unrecorded() throws {
    // 800 of 4000 J in 6 h; in the other 18 h, 3200 J are 8 points of a battery of 40 kJ, which are
    // 10.67 a day.
    let text = TerminalReport(try Specimen.report([Specimen.complete])).text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "For 6 h of the 1 d compared there is no recording: the movement is assumed and not judged,"
          + " but its energy is in the table. Its share of the battery use: one 20.0 % (10.67 a day"
          + " in recorded time)."))
    let without = TerminalReport(try Specimen.report([Specimen.run("one")])).text
    #expect(!without.contains("there is no recording"))
  }

  @Test("A phone that is off from the start costs nothing that could be compared, and that is said")
  func nothingToCompare() throws {
    var run = Specimen.run("one")
    run.energy.comparedSeconds = 0
    run.energy.byComponent = []
    let text = TerminalReport(try Specimen.report([run])).text
    #expect(text.contains("No energy comparison"))
    #expect(!text.contains("No additional energy"))
  }

  @Test("What of the day goes wrong stands above the figures")
  func warningsFirst() throws {
    var report = try Specimen.report([Specimen.run("one")])
    report.scenario.warnings = ["Line 7: the way to work never arrives."]
    let lines = TerminalReport(report).text.split(separator: "\n")
    let warning = try #require(
      lines.firstIndex { $0 == "! Line 7: the way to work never arrives." })
    let row = try #require(lines.firstIndex { $0.hasPrefix("one ") })
    #expect(warning < row)
  }

  @Test("Points a day that come from less than four hours say so")
  func extrapolated() throws {
    var run = Specimen.run("one")
    #expect(!TerminalReport(try Specimen.report([run])).text.contains("extrapolated"))
    run.energy.comparedSeconds = 3120
    #expect(
      TerminalReport(try Specimen.report([run])).text.contains(
        "! Battery per day is extrapolated from 52 min."))
  }

  @Test("The battery use over the time compared has each tracker's own time")
  func timeCompared() throws {
    func words(_ seconds: Double) throws -> String {
      var short = Specimen.run("short")
      short.energy.marginalBatteryPercentPerDay = 48
      short.energy.comparedSeconds = 21_600
      var long = Specimen.run("long")
      long.energy.marginalBatteryPercentPerDay = 2
      long.energy.comparedSeconds = seconds
      let text = TerminalReport(try Specimen.report([long, short])).text
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // 48 points a day are 12 in 6 h, 2 points a day are 0.5 in 6 h.
    #expect(
      try words(86_400).contains(
        "Over the time compared, in points of a full battery: long 2.00 in 1 d, short 12.00 in 6 h."
      ))
    #expect(
      try words(21_600).contains("Over 6 h, in points of a full battery: long 0.50, short 12.00."))
  }

  @Test("A screen that the scenario lights is told apart from what the tracker does")
  func openings() throws {
    var run = Specimen.run("one")
    run.energy.byComponent[1].name = "screen"
    #expect(
      TerminalReport(try Specimen.report([run])).text.contains(
        "100 % of its energy is the screen while the app is open"))
  }

  @Test("Several seeds show their mean, and the lowest and highest below it")
  func seeds() throws {
    let report = try Specimen.report([
      Specimen.run("one", seed: 1, positionCoverage: 0.5),
      Specimen.run("one", seed: 2, positionCoverage: 0.9),
    ])
    let lines = TerminalReport(report).text.split(separator: "\n")
    let row = try #require(lines.firstIndex { $0.hasPrefix("one ") })
    #expect(lines[row].contains("70.0"))
    #expect(lines[row + 1].contains("50.0 to 90.0"))
    #expect(lines[2] == "Seeds 1 to 2: the mean, and below it the lowest and the highest")
  }

  @Test("Where stays were inferred, the coverage with them stands below the plain one")
  func inferredStays() throws {
    var run = Specimen.run("one", positionCoverage: 0.5)
    run.coverageInferringStays = Specimen.run("one", positionCoverage: 0.625).coverage
    let text = TerminalReport(try Specimen.report([run])).text
    let lines = text.split(separator: "\n")
    let row = try #require(lines.firstIndex { $0.hasPrefix("one ") })
    #expect(lines[row].contains("50.0"))
    #expect(lines[row + 1].hasPrefix("  stays inferred") && lines[row + 1].contains("62.5"))
    // The battery appears only once; the share of epochs differs below the records too.
    #expect(text.components(separatedBy: "10.00").count == 2)
    #expect(text.components(separatedBy: "stays inferred").count == 3)
  }

  @Test("No line is wider than 100 columns, whatever the names and the number of seeds")
  func width() throws {
    let names = [
      "overland-battery-saving-both desiredAccuracy=nearestTenMeters minimumDistance=100 m",
      "東京の追跡器東京の追跡器東京の追跡器", "short",
    ]
    let runs = names.flatMap { name in
      (1...3).map { Specimen.run(name, seed: $0, positionCoverage: 0.1 * Double($0)) }
    }
    let assumption = String(repeating: "It was assumed that this is so. ", count: 9)
    let text = TerminalReport(try Specimen.report(runs, assumptions: [assumption])).text
    for line in text.split(separator: "\n") { #expect(line.displayWidth <= 100, "\(line)") }
  }

  @Test("There is no color unless told so, and color changes nothing but itself")
  func color() throws {
    let report = try Specimen.report([Specimen.run("one")])
    let plain = TerminalReport(report).text
    let colored = TerminalReport(report, isColored: true).text
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[33m"))
    #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain)
  }

  @Test("A recording of which little could be judged, and time without a cause, are warned of")
  func warnings() throws {
    let good = TerminalReport(try Specimen.report([Specimen.run("one", judgedShare: 0.81)])).text
    #expect(!good.contains("!"))
    let run = Specimen.run("one", causes: [(.unexplained, 60)], judgedShare: 0.79)
    let text = TerminalReport(try Specimen.report([run])).text
    #expect(text.contains("! Only 79.0 % of the time of one could be judged"))
    #expect(text.contains("! 1 min of one's gaps have no known cause"))
  }
}

@Suite("Figures for people")
struct FigureTextTests {
  @Test(
    "A share is a percentage that is 100 only when it is all, and 0 only when it is nothing",
    arguments: [
      (0, "0"), (1, "100"), (0.981, "98.1"), (0.99999, "99.9"), (0.00001, "0.1"),
      // These are no valid shares. They are shown as they are, so that a defect is noticed.
      (-0.5, "−50.0"), (1.5, "150.0"),
    ])
  func percent(share: Double, text: String) {
    #expect(FigureText.percent(share) == text)
  }

  @Test(
    "Counts have a comma at each thousand",
    arguments: [
      (7, "7"), (1_234_567, "1,234,567"), (-1234, "−1,234"), (-0.4, "0"), (-0.6, "−1"),
    ])
  func count(value: Double, text: String) {
    #expect(FigureText.count(value) == text)
  }

  @Test("A bar is as long as its share, to an eighth of a column")
  func bar() {
    #expect(FigureText.bar(1, width: 8) == "████████")
    #expect(FigureText.bar(0.5, width: 8) == "████")
    #expect(FigureText.bar(1.0 / 64, width: 8) == "▏")
    #expect(FigureText.bar(0, width: 8) == "")
  }
}

@Suite("Width on the screen")
struct DisplayWidthTests {
  @Test(
    "Text takes as many columns as a terminal gives it",
    arguments: [
      ("abc", 3), ("Zürich", 6), ("e\u{301}", 1), ("東京", 4), ("🚲", 2), ("❤️", 2), ("👨‍👩‍👧", 2),
      ("–█▏", 3), ("\u{1B}", 0),
    ])
  func widths(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test("A long first cell gets a line of its own, and the columns stay where they are")
  func table() {
    let table = Table(
      columns: [.init(lines: ["a"]), .init(lines: ["b"])],
      rows: [
        .init(name: "東京", cells: [.init("1"), .init("22")]),
        .init(name: String(repeating: "x", count: 30), cells: [.init("333"), .init("4")]),
      ])
    let lines = table.terminal(width: 20, pen: Pen(isColored: false))
    // The first column is 20 − (3 + 2) − (2 + 2) = 11 wide.
    #expect(
      lines == [
        "               a   b", "東京           1  22", String(repeating: "x", count: 30),
        "             333   4",
      ])
  }
}
