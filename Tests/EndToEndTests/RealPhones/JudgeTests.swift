import Foundation
import TestSupport
import Testing

@Suite("odograph judge")
struct JudgeTests {
  private static let preset = "overland-high-resolution"
  /// The errand with the app dead from before the drive until long after it.
  private static let scenario = SmallScenario.text
    .replacing("at: 09:40, forceQuits", with: "at: 09:10, forceQuits")
    .replacing("at: 09:50, opens", with: "at: 10:30, opens")
  private let folder: WorkingFolder

  /// Makes the errand of seed 1 with its store.
  init() throws {
    folder = try WorkingFolder()
    try folder.write(Self.scenario, to: "errand.yaml")
    let run = try Program.run(
      "run", "errand.yaml", "--preset", Self.preset, "--store", "day.sqlite", "-o", "run", "-q",
      in: folder)
    try #require(run.status == 0, "\(run.errors)")
  }

  private func judge(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["judge"] + arguments, in: folder)
  }

  private func export(_ format: String, to path: String) throws {
    let outcome = try Program.run(
      "export", "day.sqlite", "--format", format, "--output", path, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("A time in which the log has no record is refused with one message")
  func noRecordInTime() throws {
    try export("overland", to: "log.geojson")
    for arguments in [
      ["--truth", "self", "--from", "2026-03-03T09:00:00Z"],
      ["--truth", "errand.yaml", "--shift", "48"],
    ] {
      let outcome = try Program.run(["judge", "log.geojson"] + arguments, in: folder)
      #expect(outcome.status == 2, "\(outcome.output)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/Reports/judge-log"))
    }
  }

  @Test("A stored day has the place known of its run, and the first line says so")
  func stored() throws {
    let outcome = try judge(
      "day.sqlite", "--truth", "errand.yaml", "--preset", Self.preset, "--seeds", "3")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("day.sqlite knew the place in "))
    for words in [
      "of 2 h: ", "too few for a verdict", "Truth: the scenario Errand.",
      "iphone-13 with ios-17, seeds 1 to 3.", "place known while moving", "1 gap of more than",
      "100 % of the runs have a gap here", "app force-quit", "Reports/judge-day/judge.html",
    ] {
      #expect(
        outcome.output.replacing("\n", with: " ").contains(words), "\(words) in \(outcome.output)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let judged = try object(folder.data("Reports/judge-day/judge.json"))
    #expect(judged["schema"] as? String == "odograph.judge/1")
    let measures = judged["measures"] as? [[String: Any]] ?? []
    let known = measures.first { $0["measure"] as? String == "positionCoverage" }
    let report = try object(folder.data("run/report.json"))
    let run = (report["runs"] as? [[String: Any]])?.first?["coverage"] as? [String: Any]
    let expected = try #require(run?["positionCoverage"] as? Double)
    #expect(known?["log"] as? Double == expected && expected < 1)
    let draws = (judged["simulation"] as? [String: Any])?["draws"] as? [[String: Any]]
    #expect(draws?.map { $0["seed"] as? Int } == [1, 2, 3])
    #expect(draws?.allSatisfy { ($0["battery"] as? [Any])?.isEmpty == false } == true)
  }

  @Test("The battery of a stored day is that of its run, to the gauge's step, and is on the page")
  func battery() throws {
    let outcome = try judge(
      "day.sqlite", "--truth", "errand.yaml", "--preset", Self.preset, "--seeds", "1", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Without a charger the battery lost "))
    let judged = try object(folder.data("out/judge.json"))
    let battery = try #require(judged["battery"] as? [String: Any])
    let run = try #require(
      ((judged["simulation"] as? [String: Any])?["draws"] as? [[String: Any]])?.first)
    // The run of seed 1 is the log's own. ISO 8601 in UTC sorts by time.
    let gauge = (run["battery"] as? [[String: Any]] ?? []).compactMap { change in
      (change["time"] as? String).map { ($0, change["percent"] as? Int) }
    }
    let readings = try #require(battery["readings"] as? [[String: Any]])
    #expect(readings.count > 2)
    for reading in readings {
      let time = try #require(reading["time"] as? String)
      #expect(reading["percent"] as? Int == gauge.last { $0.0 <= time }?.1, "at \(time)")
      #expect(reading["state"] as? String == "unplugged")
    }
    let drain = (battery["drain"] as? [String: Any])?["percentPerHour"] as? Double
    let simulated = (battery["simulatedDrain"] as? [String: Any])?["median"] as? Double
    #expect(drain == simulated && drain ?? 0 > 0)
    let page = String(decoding: try folder.data("out/judge.html"), as: UTF8.self)
    #expect(page.contains("<section id=\"battery\">") && page.contains("day.sqlite"))
  }

  @Test("Without a tracker to simulate, it says how to add one")
  func aloneWithTruth() throws {
    try export("overland", to: "phone.geojson")
    let outcome = try judge("phone.geojson", "--truth", "errand.yaml")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Nothing was simulated: --preset or --app adds runs"))
    #expect(!outcome.output.contains("rank"))
  }

  @Test("Against itself a log has a cadence and silences, and no coverage")
  func itself() throws {
    try export("csv", to: "phone.csv")
    let alone = try judge("phone.csv", "--truth", "self", "--format", "json")
    #expect(alone.status == 0, "\(alone.errors)")
    let names = (try object(Data(alone.output.utf8))["measures"] as? [[String: Any]])?.compactMap {
      $0["measure"] as? String
    }
    #expect(
      names == [
        "recordsPerHour", "intervalMedianSeconds", "intervalP95Seconds", "longestIntervalSeconds",
      ])
    let beside = try judge("phone.csv", "--truth", "self", "--preset", Self.preset, "--seeds", "2")
    #expect(beside.status == 0, "\(beside.errors)")
    #expect(beside.output.hasPrefix("phone.csv has a record every "))
    #expect(beside.output.contains("the log itself"))
    #expect(!beside.output.contains("place known while"))
  }

  @Test(
    "Each form has the verdict or the figures, and 'report' makes the same of judge.json",
    arguments: [
      ("markdown", "| place known |"), ("csv", "\npositionCoverage,0."),
      ("html", "<!doctype html>"), ("json", "odograph.judge/1"),
      ("terminal", "day.sqlite knew the place"),
    ])
  func forms(format: String, words: String) throws {
    let printed = try judge(
      "day.sqlite", "--truth", "errand.yaml", "--preset", Self.preset, "--seeds", "1", "-o", "out",
      "--format", format)
    #expect(printed.status == 0 && printed.output.contains(words), "\(printed.errors)")
    let again = try Program.run(
      ["report", "out/judge.json", "--format", format, "--output", "again"], in: folder)
    #expect(again.status == 0, "\(again.errors)")
    let text = String(decoding: try folder.data("again"), as: UTF8.self)
    #expect(format == "terminal" ? printed.output.hasPrefix(text) : text == printed.output)
    let refused = try Program.run(["report", "out/judge.json", "--seed", "1"], in: folder)
    #expect(refused.status == 2 && refused.errors.contains("a judge.json shows no single day"))
  }

  @Test("The simulated phone is that of --phone, which may be a phone profile")
  func phones() throws {
    let profile = UserPages.root.appendingPathComponent("Examples/PhoneProfile/my-phone.yaml")
    for (arguments, words) in [
      (["--phone", "iphone-16"], "on iphone-16 with "),
      (["--phone", "iphone-13", "--system", "ios-16"], "on iphone-13 with ios-16,"),
      (["--phone", profile.path, "-v"], "The phone is calibrated by "),
    ] {
      let outcome = try Program.run(
        ["judge", "day.sqlite", "--truth", "errand.yaml", "--preset", Self.preset, "--seeds", "1"]
          + arguments, in: folder)
      #expect(outcome.status == 0 && outcome.output.contains(words), "\(outcome)")
    }
  }

  @Test("The same bytes at any number of jobs")
  func jobs() throws {
    let texts = try ["1", "2"].map { jobs in
      let outcome = try judge(
        "day.sqlite", "--truth", "errand.yaml", "--preset", Self.preset, "--seeds", "3", "--jobs",
        jobs, "--format", "json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    #expect(texts[0] == texts[1] && !texts[0].isEmpty)
  }

  @Test("A log in another zone is refused with the shift that corrects it, which then works")
  func zone() throws {
    try export("csv", to: "phone.csv")
    // The same clock times under the name of UTC: eight hours too early.
    let text = String(decoding: try folder.data("phone.csv"), as: UTF8.self)
    let moved = text.replacing(/T(\d\d):/) { match in
      let hour = (Int(match.1) ?? 0) - 8
      return "T\(hour < 10 ? "0" : "")\(hour):"
    }
    try folder.write(moved, to: "local.csv")
    let refused = try judge("local.csv", "--truth", "errand.yaml")
    #expect(refused.status == 2 && refused.errorLines.count == 1)
    #expect(refused.errors.contains("8 h earlier than the truth's"), "\(refused.errors)")
    #expect(refused.errors.contains("accepted: --shift 8,"), "\(refused.errors)")
    let shifted = try judge("local.csv", "--truth", "errand.yaml", "--shift", "8", "-o", "a")
    let original = try judge("phone.csv", "--truth", "errand.yaml", "-o", "b")
    #expect(shifted.status == 0, "\(shifted.errors)")
    let figures = try ["a", "b"].map { try folder.data($0 + "/judge.json") }
      .map { try object($0)["measures"] as? [[String: AnyHashable]] }
    #expect(figures[0] == figures[1] && figures[0]?.isEmpty == false)
    _ = original
  }

  @Test("A log of two devices is refused with their names; --device chooses one")
  func devices() throws {
    try export("geojson", to: "phone.geojson")
    let text = String(decoding: try folder.data("phone.geojson"), as: UTF8.self)
    let named = text.replacing("\"properties\":{", with: "\"properties\":{\"device_id\":\"ann\",")
    let stranger = named.replacing("\"ann\"", with: "\"ben\"")
    try folder.write(named + stranger, to: "two.geojson")
    let refused = try judge("two.geojson", "--truth", "errand.yaml")
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(
      refused.errors.contains("the file holds 2 devices; accepted: --device with one of ann, ben"),
      "\(refused.errors)")
    let chosen = try judge("two.geojson", "--truth", "errand.yaml", "--device", "ann")
    #expect(chosen.status == 0, "\(chosen.errors)")
    let unknown = try judge("two.geojson", "--truth", "errand.yaml", "--device", "anne")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'ann'?"))
  }

  @Test("A limited time is judged with its share and the reason")
  func limits() throws {
    let outcome = try judge(
      "day.sqlite", "--truth", "errand.yaml", "--from", "2026-03-02T10:00:00-08:00", "--format",
      "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let truth = try object(Data(outcome.output.utf8))["truth"] as? [String: Any]
    #expect(truth?["judgedShare"] as? Double == 0.5 && truth?["judgedSeconds"] as? Double == 3600)
    let remarks = (truth?["remarks"] as? [String])?.joined() ?? ""
    #expect(
      remarks.contains("1 h of the truth's 2 h were judged: --from and --to limit the time."))
    #expect(remarks.contains("records lie outside of the judged time."))
  }

  @Test(
    "What is wrong is named in one line with what to do, and nothing is written",
    arguments: [
      (["--truth", "other.yaml"], "the log and the truth have no time in common"),
      (["--truth", "missing.gpx"], "missing.gpx"),
      (["--truth", "errand.yaml", "--preset", "overland"], "overland"),
      (
        ["--truth", "errand.yaml", "--preset", preset, "--phone", "iphone-31"],
        "did you mean 'iphone-13'?"
      ),
      (
        ["--truth", "errand.yaml", "--preset", preset, "--system", "ios-71"],
        "did you mean 'ios-17'?"
      ),
      (["--truth", "errand.yaml", "--set", "homeRadius=5 m"], "--set is given without"),
      (
        ["--truth", "errand.yaml", "--device", "ann"], "--device is given for a tracker's own store"
      ),
      (["--truth", "errand.yaml", "--shift", "soon"], "accepted: a number of hours"),
      (
        ["--truth", "errand.yaml", "--from", "2027-01-01T00:00:00", "--to", "2026-01-01T00:00:00"],
        "--from is not"
      ),
      (["--truth", "errand.yaml", "--from", "2027-01-01T00:00:00Z"], "leave no time that"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    try folder.write(
      Self.scenario.replacing("2026-03-02", with: "2026-05-02"), to: "other.yaml")
    let before = folder.contents
    let outcome = try Program.run(["judge", "day.sqlite"] + arguments, in: folder)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(folder.contents == before)
  }

  @Test(
    "A log without positions is refused",
    arguments: [
      ("", "the file is empty"), ("time,lat,lon\n", "the log has no positions"),
      ("lat,lon,time\n1,2,\n", "time"),
    ])
  func empty(text: String, words: String) throws {
    try folder.write(text, to: "empty.csv")
    let outcome = try judge("empty.csv", "--truth", "errand.yaml")
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }
}
