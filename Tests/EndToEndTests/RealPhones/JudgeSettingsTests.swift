import Foundation
import Testing

@Suite("odograph judge --against")
struct JudgeSettingsTests {
  private let folder: WorkingFolder

  init() throws { folder = try WorkingFolder() }

  /// Writes a night at one place with a reading each hour, from 100 % down by so much an hour.
  private func write(_ name: String, percentPerHour: Int, day: Int) throws {
    let rows = (0...6).map { hour in
      "2026-03-0\(day)T0\(hour):00:00Z,52.5,13.4,\(100 - percentPerHour * hour),unplugged"
    }
    try folder.write(
      "time,lat,lon,battery,battery_state\n" + rows.joined(separator: "\n") + "\n", to: name)
  }

  private func nights(_ rates: [Int], _ name: String) throws -> [String] {
    try rates.enumerated().map { index, rate in
      let file = "\(name)\(index + 1).csv"
      try write(file, percentPerHour: rate, day: index + 1)
      return file
    }
  }

  private func judge(_ arguments: [String]) throws -> Program.Outcome {
    try Program.run(["judge"] + arguments, in: folder)
  }

  @Test("Nights of two settings are paired: the drains differ, with the nights that it takes")
  func paired() throws {
    let first = try nights([4, 5, 6], "best")
    let second = try nights([2, 3, 5], "coarse")
    let outcome = try judge(first + ["--against"] + second + ["--truth", "self"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    // Differences −2, −2, −1: the mean is −1.67, the standard error ⅓, and t of two degrees of
    // freedom is 4.30. (1.96 + 1.28)² × ⅓ ÷ 1.67² is 1.3, so that two are the least.
    let text = outcome.output.replacing("\n", with: " ")
    #expect(
      text.hasPrefix(
        "Drain without a charger: 5.00 %/h → 3.33 %/h (−1.67 %/h, 95 % −3.10 to −0.23 %/h): the "
          + "settings differ. 2 days of each show such a difference in nine of ten experiments."),
      "\(outcome.output)")
    #expect(text.contains("First: best1.csv, best2.csv, best3.csv. Second: coarse1.csv, "))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let data = try folder.data("Reports/judge-best1-settings/judge-settings.json")
    let result = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(result["schema"] as? String == "odograph.judge-settings/1")
    let comparison = try #require(result["comparison"] as? [String: Any])
    #expect(comparison["isPaired"] as? Bool == true)
    let drain = (comparison["differences"] as? [[String: Any]])?.first
    #expect(drain?["measure"] as? String == "drainPercentPerHour")
    #expect(drain?["firstDays"] as? Int == 3)
  }

  @Test("Without an interval, the text says from how many pairs the drain is known")
  func onePair() throws {
    let first = try nights([4, 5], "best")
    let second = try nights([2, 0], "coarse")
    let outcome = try judge(first + ["--against"] + second + ["--truth", "self"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The second night of the second setting stays at 100 %, so that its drain is unknown.
    #expect(
      outcome.output.replacing("\n", with: " ").hasPrefix(
        "Drain without a charger: 4.00 %/h → 2.00 %/h, known from 1 of 2 pairs of days: too few "
          + "for an interval."), "\(outcome.output)")
  }

  @Test("A log that is given twice is refused, whichever way its path is written")
  func repeatedLog() throws {
    let files = try nights([4, 5], "night")
    let outcome = try judge([files[0], "--against", files[1], "./\(files[0])", "--truth", "self"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("./night1.csv: this log is given twice"), "\(outcome.errors)")
  }

  @Test(
    "Options of simulated runs are refused without a tracker to simulate",
    arguments: [["--phone", "iphone-13"], ["--system", "ios-17"], ["--seeds", "5"]])
  func withoutTracker(_ option: [String]) throws {
    let files = try nights([4], "night")
    let outcome = try judge(files + ["--truth", "self"] + option)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("\(option[0]) is given without --preset or --app"),
      "\(outcome.errors)")
  }

  @Test("Markdown and CSV have the same figures, and names of files are no markup")
  func forms() throws {
    let first = try nights([4, 5], "a_b_")
    let second = try nights([2, 3], "coarse")
    let days = first + ["--truth", "self", "--against"] + second
    let markdown = try judge(days + ["--format", "markdown"])
    #expect(markdown.output.hasPrefix("**Drain without a charger: 4.50 %/h → 2.50 %/h (−2.00 %/h"))
    #expect(markdown.output.contains("First: a\\_b\\_1.csv"), "\(markdown.output)")
    let csv = try judge(days + ["--format", "csv"])
    let lines = csv.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("measure,firstDays,secondDays,firstMean,") == true)
    #expect(lines.dropFirst().first == "drainPercentPerHour,2,2,4.5,2.5,-2.0,-2.0,-2.0,2")
  }

  @Test("Unequal numbers of nights are not paired, which the text says")
  func unpaired() throws {
    let first = try nights([4, 5, 6], "best")
    let second = try nights([4, 6], "coarse")
    let outcome = try judge(first + ["--truth", "self", "--against"] + second)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains("! The days are not paired, because there are 3 of one setting"))
    #expect(outcome.output.contains("There is no difference to find."))
  }

  @Test("A tracker to simulate, or a log that cannot be read, is refused, and nothing is written")
  func refusals() throws {
    let first = try nights([4], "best")
    let tracker = try judge(
      first + ["--truth", "self", "--preset", "ehe-pilot-1", "--against", "best1.csv"])
    #expect(tracker.status == 2, "\(tracker.errors)")
    #expect(tracker.errors.contains("--against is given with a tracker to simulate; accepted:"))
    let page = try judge(
      first + ["--truth", "self", "--format", "html", "--against", "best1.csv"])
    #expect(page.status == 2 && page.errors.contains("--format html"), "\(page.errors)")
    let missing = try judge(first + ["--truth", "self", "--against", "none.csv"])
    #expect(missing.status == 2, "\(missing.errors)")
    #expect(missing.errors.contains("none.csv"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/Reports"))
  }
}
