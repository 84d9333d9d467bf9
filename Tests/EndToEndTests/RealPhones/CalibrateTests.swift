import Foundation
import Testing

@Suite("odograph calibrate")
struct CalibrateTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    // Three nights of ten hours: 4, 4.2 and 4.4 % an hour after an hour at 100 %.
    for (index, rate) in [4.0, 4.2, 4.4].enumerated() {
      try folder.write(Self.night(day: 2 + index, percentPerHour: rate), to: "night-\(index).csv")
    }
  }

  private static func night(day: Int, percentPerHour: Double) -> String {
    let rows = (0...20).map { half in
      let hour = 20 + half / 2
      let time = String(
        format: "2026-03-%02dT%02d:%02d:00Z", day + hour / 24, hour % 24, half % 2 * 30)
      let level = min(1, 1.04 - percentPerHour / 100 * Double(half) / 2)
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
    (["short.csv", "--preset", "always", "--rest", "indoors"], "for 3 h"),
    (["night-0.csv", "copy.csv", "--preset", "always", "--rest", "indoors"], "at the same time"),
    (["rising.csv", "--preset", "always", "--rest", "indoors"], "no log was on the battery"),
    (["none-left.yaml"], "a share below 100 %"),
    (["\u{1B}[31mno.csv", "--preset", "always"], "?[31mno.csv"),
    (["checks.yaml"], "no log narrows the parameters"),
    (["checks.yaml", "night-0.csv"], "one list, or logs without a list"),
    (["checks.yaml", "--preset", "always"], "--preset is given beside"),
    (["missing.yaml"], "missing.yaml"),
    (["night-0.csv", "--preset", "alwais"], "did you mean 'always'"),
    (["night-0.csv", "--preset", "always", "--phone", "iphone-31"], "iphone-13"),
    (["night-0.csv", "--preset", "always", "--held-back", "120%"], "a share below 1"),
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
      "time,lat,lon,battery_level\n2026-03-02T20:00:00Z,45.5,-122.6,0.9\n"
        + "2026-03-02T21:00:00Z,45.5,-122.6,0.8\n", to: "short.csv")
    try folder.write(Self.night(day: 2, percentPerHour: 4), to: "copy.csv")
    try folder.write(Self.night(day: 9, percentPerHour: -3), to: "rising.csv")
    try folder.write(
      "odographCalibration: 1\nphone: {}\ntracker: always\nrest: indoors\nheldBack: 100 %\n"
        + "logs: [night-0.csv]\n", to: "none-left.yaml")
  }

  @Test("Bad input has one message and status 2, and nothing is written")
  func mistakes() throws {
    try writeBadInput()
    for (arguments, words) in Self.mistakes {
      let outcome = try Program.run(
        ["calibrate"] + arguments + ["--report", "none"], in: folder)
      #expect(outcome.status == 2, "\(arguments): \(outcome.output) \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(words) in \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/my-phone.yaml"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }
  }
}
