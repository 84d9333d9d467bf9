import Foundation
import Testing

@Suite("odograph report")
struct ReportTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
  }

  private func run(_ options: String...) throws {
    let outcome = try Program.run(
      ["run", "errand.yaml", "--output", "out", "--quiet"] + options, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func report(_ options: String...) throws -> String {
    let outcome = try Program.run(["report", "out/report.json"] + options, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    return outcome.output
  }

  @Test(
    "Every form is what the run itself prints, and the page what it wrote, with nothing run again")
  func again() throws {
    try run()
    // A conversion does not need the scenario.
    for format in ["json", "markdown", "csv", "html"] {
      let printed = try Program.run(
        "run", "errand.yaml", "--output", "out", "--quiet", "--format", format, in: folder)
      #expect(printed.status == 0 && !printed.output.isEmpty)
      #expect(try report("--format", format) == printed.output, "\(format)")
    }
    try FileManager.default.removeItem(atPath: folder.path + "/errand.yaml")
    #expect(try Data(report("--format", "html").utf8) == folder.data("out/report.html"))
    #expect(try Data(report("--format", "json").utf8) == folder.data("out/report.json"))
    #expect(try report().hasPrefix("Errand\n2 h from 2026-03-02 09:00 (America/Los_Angeles)"))
  }

  @Test("--output writes a file, and nothing to standard output")
  func output() throws {
    try run()
    // The remainder of a killed program.
    try folder.write("half", to: "table.csv.partial-99")
    #expect(try report("--format", "csv", "--output", "table.csv").isEmpty)
    #expect(!folder.contents.contains { $0.contains(".partial-") || $0.contains(".begun-") })
    let lines = try String(decoding: folder.data("table.csv"), as: UTF8.self)
      .components(separatedBy: "\r\n")
    #expect(lines.count == 5 && lines[4].isEmpty)
    #expect(lines[0].hasPrefix("scenario,tracker,preset,seed,positionCoverage,"))
    #expect(lines[1].hasPrefix("Errand,overland-high-resolution,overland-high-resolution,1,0."))
  }

  @Test("--output writes through a link and into a pipe, and takes the place of neither")
  func outputElsewhere() throws {
    try run()
    let files = FileManager.default
    try folder.write("old", to: "real.csv")
    try files.createSymbolicLink(
      atPath: folder.path + "/link.csv", withDestinationPath: folder.path + "/real.csv")
    _ = try report("--format", "csv", "--output", "link.csv")
    #expect(
      try files.destinationOfSymbolicLink(atPath: folder.path + "/link.csv").hasSuffix("real.csv"))
    let table = try folder.data("real.csv")
    #expect(String(decoding: table, as: UTF8.self).hasPrefix("scenario,tracker,"))

    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "cat pipe > read.csv"]
    reader.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try reader.run()
    _ = try report("--format", "csv", "--output", "pipe")
    reader.waitUntilExit()
    #expect(try folder.data("read.csv") == table)
  }

  #if os(Linux)
    @Test("A full disk behind standard output is told, with status 3")
    func fullOutput() throws {
      let program = try Program.start(["presets"], in: folder, output: "/dev/full")
      let outcome = try program.outcome()
      #expect(outcome.status == 3)
      #expect(outcome.errors == "odograph: standard output: No space left on device\n")
      try run("--preset", "ehe-pilot-1")
      let table = try Program.start(
        ["report", "out/report.json", "--format", "csv"], in: folder, output: "/dev/full"
      ).outcome()
      #expect(table.status == 3)
      #expect(table.errors.hasPrefix("odograph: standard output: "))
    }
  #endif

  @Test("Of several seeds another one's day can be drawn, and one that did not run is refused")
  func seeds() throws {
    try run("--preset", "ehe-pilot-1", "--seed", "4", "--seeds", "2")
    let first = try report("--format", "html")
    let second = try report("--format", "html", "--seed", "5")
    #expect(first.contains("The day of seed 4") && second.contains("The day of seed 5"))
    let outcome = try Program.run("report", "out/report.json", "--seed", "7", in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains("accepted: 4 to 5"))
  }

  @Test("Without the runs' own files the page has its tables and says what is missing")
  func alone() throws {
    try run()
    try FileManager.default.moveItem(
      atPath: folder.path + "/out/report.json", toPath: folder.path + "/alone.json")
    let outcome = try Program.run("report", "alone.json", "--format", "html", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("which was not found next to this report"))
    #expect(outcome.output.contains("Gaps and their causes"))
    #expect(!outcome.output.contains("id=\"timeline\""))
  }

  @Test(
    "What cannot be rendered is named in one line, with status 2",
    arguments: [
      (nil, "there is no such file"),
      ("not JSON", "this is not a report"),
      (#"{"runs": []}"#, "this is not a report"),
      (#"{"schema": "odograph.report/2", "verdict": 7}"#, "a newer Odograph than"),
      (#"{"schema": "odograph.report/0"}"#, "no longer supported"),
      (#"{"schema": "another.program/1"}"#, "this is not a report, but 'another.program/1'"),
      (#"{"schema": "odograph.report/1", "runs": []}"#, "damaged: provenance is missing"),
    ] as [(String?, String)])
  func refused(text: String?, message: String) throws {
    if let text { try folder.write(text, to: "other.json") }
    let outcome = try Program.run("report", "other.json", "--format", "html", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1)
    #expect(
      outcome.errors.hasPrefix("other.json: ") && outcome.errors.contains(message),
      "\(outcome.errors)")
  }
}

/// The page as a browser shows it.
@Suite("report.html")
struct ReportPageTests {
  private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let folder: WorkingFolder

  init() throws { folder = try WorkingFolder() }

  private func page(_ text: String, _ options: String...) throws -> String {
    try folder.write(text, to: "day.yaml")
    let outcome = try Program.run(
      ["run", "day.yaml", "--output", "out", "--quiet"] + options, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return String(decoding: try folder.data("out/report.html"), as: UTF8.self)
  }

  @Test("It is one file that asks for no other, with every tracker in it")
  func oneFile() throws {
    let page = try page(SmallScenario.text)
    for tracker in ["overland-high-resolution", "overland-battery-saving", "ehe-pilot-1"] {
      #expect(page.contains("</svg>\(tracker)</th>"))
    }
    // Skips the scripts: libraries have addresses in their texts, which the page does not load.
    let markup = page.components(separatedBy: "<script>").enumerated().map { index, part in
      index == 0 ? part : part.components(separatedBy: "</script>").dropFirst().joined()
    }.joined()
    for reference in [
      " src=", " href=\"http", " href=\"/", "<link", "<iframe", "<object", "@import",
    ] {
      #expect(!markup.contains(reference), "\(reference)")
    }
    #expect(!markup.replacing("url(#", with: "").contains("url("))
    let hasMap = page.contains("sourceMappingURL")
    #expect(!hasMap)
  }

  /// A name that would be markup or end a script if it were not escaped.
  private static let hostile = "</script><img src=x onerror=alert(1)>"

  @Test("Names are never markup, nor do they end a script")
  func hostileNames() throws {
    let name = Self.hostile
    let text = SmallScenario.text
      .replacing("name: Errand", with: "name: '\(name)'")
      .replacing("home: {", with: "\"\(name)\": {")
      .replacing("stay: home", with: "stay: \"\(name)\"")
      .replacing("walk: home", with: "walk: \"\(name)\"")
      .replacing("home: home }", with: "home: \"\(name)\", name: \"\(name)\" }")
    let page = try page(text)
    #expect(!page.contains("<img"))
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</h1>"))
    #expect(page.contains(#"\u003c/script>\u003cimg src=x onerror=alert(1)>"#))
    try expectNoComplaints()
  }

  @Test(
    "A browser draws it without a complaint, whatever the day",
    arguments: [
      SmallScenario.text,
      // An empty report: no tracker ever runs, and no position is recorded.
      SmallScenario.text.replacing(
        "trackers:", with: "permissions: { location: denied }\ntrackers:"),
    ])
  func drawn(text: String) throws {
    _ = try page(text)
    try expectNoComplaints()
  }

  @Test("So it does over several seeds")
  func severalSeeds() throws {
    let page = try page(SmallScenario.text, "--seeds", "2")
    #expect(page.contains("Seeds 1 to 2: the mean"))
    try expectNoComplaints()
  }

  @Test("A comparison's page too, over one scenario or two, and rendered again it is the same")
  func comparison() throws {
    try folder.write(SmallScenario.text, to: "day.yaml")
    try folder.write(SmallScenario.text.replacing("Errand", with: "Second"), to: "2.yaml")
    for scenarios in [["day.yaml"], ["day.yaml", "2.yaml"]] {
      let outcome = try Program.run(
        ["compare"] + scenarios + ["--seeds", "2", "--no-readings", "--quiet", "--output", "out"],
        in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let again = try Program.run(
        "report", "out/comparison.json", "--format", "html", in: folder)
      let written = try folder.data("out/comparison.html")
      #expect(again.status == 0 && Data(again.output.utf8) == written)
      try expectNoComplaints(of: "comparison.html")
    }
  }

  /// Opens the page without a network and fails on any message in the console.
  private func expectNoComplaints(of page: String = "report.html") throws {
    guard let chromium = Self.chromium else {
      print("Chromium is not installed, so no browser has opened the page: skipped")
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: chromium)
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
      "--user-data-dir=\(folder.path)/profile", "--window-size=820,2000",
      "--virtual-time-budget=3000", "--dump-dom", "file://\(folder.path)/out/\(page)",
    ]
    let (output, errors) = (try folder.scratchFile(), try folder.scratchFile())
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let said = try String(contentsOf: errors, encoding: .utf8).split(separator: "\n")
    #expect(said.filter { $0.contains(":CONSOLE") } == [])
    let drawn = try String(contentsOf: output, encoding: .utf8)
    #expect(drawn.contains("</html>"))
    if drawn.contains("D3 (d3js.org)") {
      #expect(drawn.contains("class=\"axis\""))
    }
    if drawn.contains("Leaflet (leafletjs.com)") {
      #expect(drawn.contains("leaflet-control-scale-line"))
    }
  }
}
