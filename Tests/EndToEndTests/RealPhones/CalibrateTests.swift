import Foundation
import Testing

@Suite("odograph calibrate")
struct CalibrateTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    // Three nights of ten hours: 2, 2.2 and 2.4 % an hour after two hours at 100 %, near the upper
    // end of what the model of an iPhone 13 draws.
    for (index, rate) in [2.0, 2.2, 2.4].enumerated() {
      try folder.write(Self.night(day: 2 + index, percentPerHour: rate), to: "night-\(index).csv")
    }
  }

  private static func night(day: Int, percentPerHour: Double) -> String {
    let rows = (0...20).map { half in
      let hour = 20 + half / 2
      let time = String(
        format: "2026-03-%02dT%02d:%02d:00Z", day + hour / 24, hour % 24, half % 2 * 30)
      let level = min(1, (percentPerHour < 0 ? 0.4 : 1.04) - percentPerHour / 200 * Double(half))
      return "\(time),45.5,-122.6,\(String(format: "%.2f", level)),unplugged"
    }
    return (["time,lat,lon,battery_level,battery_state"] + rows).joined(separator: "\n") + "\n"
  }

  private func calibrate(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["calibrate"] + arguments, in: folder)
  }

  @Test("Nights become a profile that a scenario can name, and a report")
  func profile() throws {
    let outcome = try calibrate(
      "night-0.csv", "night-1.csv", "night-2.csv", "--preset", "always", "--set",
      "desiredAccuracy=best", "--rest", "indoors", "--time-zone", "America/Los_Angeles",
      "--draws", "100", "-o", "mine.yaml", "--report", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Of 1 night that the calibration did not see"))
    for words in ["processor.awakeIdleWatts", "moved", "mine.yaml", "out/calibration.html"] {
      #expect(outcome.output.contains(words), "\(words) in \(outcome.output)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let text = String(decoding: try folder.data("mine.yaml"), as: UTF8.self)
    #expect(text.contains("from: 2026-03-02") && text.contains("heldBack: true"))
    // Neither positions nor names of files or devices.
    #expect(!text.contains("45.5") && !text.contains("122.6") && !text.contains("night-0"))
    let validated = try Program.run("validate", "mine.yaml", in: folder)
    #expect(validated.status == 0, "\(validated.errors)")
    try folder.write(
      SmallScenario.text.replacing(
        "profile: iphone-13, system: ios-17", with: "profile: mine.yaml"), to: "errand.yaml")
    let run = try Program.run(
      "run", "errand.yaml", "--preset", "always", "-q", "-o", "run", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let page = String(decoding: try folder.data("out/calibration.html"), as: UTF8.self)
    #expect(page.contains("Predicted and measured nights"))
    let object =
      try JSONSerialization.jsonObject(with: folder.data("out/calibration.json"))
      as? [String: Any]
    #expect(object?["schema"] as? String == "odograph.calibration/1")
    #expect((object?["nights"] as? [Any])?.count == 3)
  }

  @Test("A profile takes the place of a profile only, so that no scenario is lost")
  func another() throws {
    try folder.write("odograph: 1\n", to: "day.yaml")
    let outcome = try calibrate("night-0.csv", "--preset", "always", "-o", "day.yaml")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("day.yaml: this file exists, and is no phone profile"))
    #expect(try folder.data("day.yaml") == Data("odograph: 1\n".utf8))
  }

  private func caution(_ logs: String...) throws -> String {
    let outcome = try Program.run(
      ["calibrate"] + logs + [
        "--preset", "always", "--set", "desiredAccuracy=best", "--rest", "indoors", "--draws",
        "100", "--report", "out", "-q",
      ], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = String(decoding: try folder.data("out/calibration.html"), as: UTF8.self)
    let object =
      try JSONSerialization.jsonObject(with: folder.data("out/calibration.json"))
      as? [String: Any]
    let remarks = try #require(object?["remarks"] as? [String])
    // The page writes an apostrophe as an entity.
    #expect(remarks.allSatisfy { page.contains($0.split(separator: "'")[0]) }, "\(remarks)")
    return remarks.joined(separator: "\n")
  }

  @Test("A log without a usable night is named, with the reason")
  func unusable() throws {
    try writeBadInput()
    let found = try caution("rising.csv", "night-0.csv", "short.csv")
    for words in [
      "rising.csv has no usable night: it was on the battery for 3 h or more, but its",
      "rising.csv: The battery level rose while the phone was unplugged 20 times.",
      "short.csv has no usable night: it was on the battery for less than 3 h at a time.",
    ] { #expect(found.contains(words), "\(found)") }
  }

  @Test("A clock that is set back, and a sudden fall, are remarked as judge does")
  func oddLogs() throws {
    let rows = Self.night(day: 2, percentPerHour: 2).split(separator: "\n").map(String.init)
    // From 03:00 on, the clock is 3 h late but for 20 s.
    let back = rows.enumerated().map { index, row in
      guard index > 14, let hour = Int(row.dropFirst(11).prefix(2)) else { return row }
      return "2026-03-03T0\(hour - 3)" + row.dropFirst(13).prefix(4) + "20" + row.dropFirst(19)
    }
    try folder.write(back.joined(separator: "\n"), to: "back.csv")
    let jump = [
      ("02T20:00:00", "1"), ("02T20:00:30", "0.2"), ("02T22:00:00", "0.18"),
      ("03T00:00:00", "0.16"), ("03T02:00:00", "0.14"),
    ].map { "2026-03-\($0)Z,45.5,-122.6,\($1),unplugged" }
    try folder.write(([rows[0]] + jump).joined(separator: "\n"), to: "jump.csv")
    let odd = try caution("back.csv")
    let remarks = [
      "Positions older than one before them in the file", "The battery level fell by more than 5 %",
      "The battery level rose while the phone was unplugged",
    ]
    for remark in remarks { #expect(odd.contains(remark) && odd.contains("back.csv"), "\(odd)") }
    #expect(try caution("jump.csv").contains("jump.csv: \(remarks[1]) within a minute once."))
  }

  @Test("The first line says that logs do not fit the given settings")
  func wrongSettings() throws {
    try folder.write(
      "odographCalibration: 1\nphone: {}\ntracker: none\nrest: indoors\n"
        + "logs: [night-0.csv, night-1.csv, night-2.csv]\n", to: "none.yaml")
    let outcome = try calibrate("none.yaml", "--draws", "100")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.hasPrefix("The logs do not fit the model under the given settings"),
      "\(outcome.output)")
  }

  @Test("What is known of the calibrated phone's battery says nothing of another unit")
  func otherUnit() throws {
    let list = """
      odographCalibration: 1
      phone: { profile: iphone-13, batteryHealth: 100 % }
      tracker: { preset: always, set: { desiredAccuracy: best } }
      rest: indoors
      logs: [night-0.csv, { log: night-1.csv, unit: another }]
      """
    try folder.write(list, to: "list.yaml")
    let outcome = try calibrate("list.yaml", "--draws", "100", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let object =
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let nights = try #require(object?["nights"] as? [[String: Any]])
    let before = try nights.map { night in
      try #require((night["before"] as? [String: Double])?["middle"])
    }
    // Both nights have the same settings; the other unit's battery has lost up to a fifth, so that
    // its gauge falls 1.116 times as fast in the mean (ln(1/0.8)/0.2).
    #expect((1.03...1.22).contains(before[1] / before[0]), "\(before)")
  }

  private static let mistakes: [(arguments: [String], words: String)] = [
    (["night-0.csv"], "--preset is missing"),
    (["no-battery.csv", "--preset", "always"], "no readings of the battery"),
    (["short.csv", "--preset", "always", "--rest", "indoors"], "for less than 3 h at a time"),
    (["night-0.csv", "copy.csv", "--preset", "always", "--rest", "indoors"], "at the same time"),
    (
      ["rising.csv", "--preset", "always", "--rest", "indoors"],
      "rising.csv was on the battery for 3 h or more, but its level did not"
    ),
    (["none-left.yaml"], "from 0 % to 99 %"),
    (["\u{1B}[31mno.csv", "--preset", "always"], "?[31mno.csv"),
    (["checks.yaml"], "without 'use: check'"),
    (["others.yaml"], "without 'unit: another'"),
    (["checks.yaml", "night-0.csv"], "one list, or logs without a list"),
    (["checks.yaml", "--preset", "always"], "--preset is given beside"),
    (["missing.yaml"], "missing.yaml"),
    (["night-0.csv", "--preset", "alwais"], "did you mean 'always'"),
    (["night-0.csv", "--preset", "always", "--phone", "iphone-31"], "'--phone' is 'iphone-31'"),
    (["night-0.csv", "--preset", "always", "--system", "ios-99"], "'--system' is 'ios-99'"),
    (["night-0.csv", "--preset", "always", "--battery-health", "5%"], "from 20 % to 100 %"),
    (["night-0.csv", "--preset", "always", "--report", "/proc/x"], "created in /proc"),
    (["night-0.csv", "--preset", "always", "--held-back", "120%"], "a share from 0% to 99%"),
    (["night-0.csv", "--preset", "always", "-o", "night-0.csv"], "night-0.csv"),
    (["night-0.csv", "--suggest", "adaptive"], "two presets"),
  ]

  private func writeBadInput() throws {
    try folder.write(
      "time,lat,lon\n2026-03-02T20:00:00Z,45.5,-122.6\n"
        + "2026-03-02T21:00:00Z,45.5,-122.6\n", to: "no-battery.csv")
    try folder.write(
      "odographCalibration: 1\nphone: {}\ntracker: always\nrest: indoors\n"
        + "logs: [{ log: night-0.csv, use: check }]\n", to: "checks.yaml")
    try folder.write(
      "odographCalibration: 1\nphone: {}\ntracker: always\nrest: indoors\n"
        + "logs: [{ log: night-0.csv, unit: another }]\n", to: "others.yaml")
    try folder.write(
      "time,lat,lon,battery_level\n2026-03-02T20:00:00Z,45.5,-122.6,0.9\n"
        + "2026-03-02T21:00:00Z,45.5,-122.6,0.8\n", to: "short.csv")
    try folder.write(Self.night(day: 2, percentPerHour: 2), to: "copy.csv")
    try folder.write(Self.night(day: 9, percentPerHour: -2), to: "rising.csv")
    try folder.write(
      "odographCalibration: 1\nphone: {}\ntracker: always\nrest: indoors\nheldBack: 100 %\n"
        + "logs: [night-0.csv]\n", to: "none-left.yaml")
  }

  @Test("Bad input has one message and status 2, and nothing is written")
  func mistakes() throws {
    try writeBadInput()
    for (arguments, words) in Self.mistakes {
      let outcome = try Program.run(
        ["calibrate"] + (arguments.contains("--report") ? [] : ["--report", "none"]) + arguments,
        in: folder)
      #expect(outcome.status == 2, "\(arguments): \(outcome.output) \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(words) in \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/my-phone.yaml"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }
  }
}
