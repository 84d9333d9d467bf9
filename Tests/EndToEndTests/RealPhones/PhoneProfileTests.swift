import Foundation
import Testing

@Suite("A phone profile on the command line")
struct PhoneProfileTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    try folder.write(
      SmallScenario.text.replacing(
        "profile: iphone-13, system: ios-17", with: "profile: phones/mine.yaml"),
      to: "calibrated.yaml")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/phones", withIntermediateDirectories: true)
    try folder.write(Self.profile([Self.health, Self.fineShare]), to: "phones/mine.yaml")
  }

  private static let health =
    "battery.healthShare: { prior: [0.8, 1], outcome: moved, draws: [0.85, 0.9] }"
  private static let fineShare =
    "processor.awakeShareFine: { prior: [0.8, 1], outcome: undecided, draws: [0.85, 0.9] }"

  private static func profile(_ parameters: [String]) -> String {
    """
    odographProfile: 1
    name: My phone
    phone: iphone-13
    system: ios-17
    logs:
      - { sha256: \(String(repeating: "3f", count: 32)), from: 2026-03-02, until: 2026-03-03 }
    parameters:
    \(parameters.map { "  " + $0 }.joined(separator: "\n"))

    """
  }

  private func json(_ path: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: folder.data(path)) as? [String: Any])
  }

  private func run(_ arguments: String..., to output: String) throws -> [String: Any] {
    let outcome = try Program.run(
      ["run"] + arguments + [
        "--preset", "overland-battery-saving", "--quiet", "--output", output,
      ], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try json(output + "/report.json")
  }

  /// Returns the model's parameters of each run by their names.
  private func models(_ report: [String: Any]) throws -> [[String: [String: Any]]] {
    try #require(report["runs"] as? [[String: Any]]).map { run in
      let model = try #require(run["model"] as? [[String: Any]])
      return Dictionary(
        model.map { ($0["name"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  @Test("validate describes a profile, and refuses a wrong one with its line")
  func validates() throws {
    let good = try Program.run("validate", "phones/mine.yaml", in: folder)
    #expect(good.status == 0, "\(good.errors)")
    #expect(good.output.hasPrefix("phones/mine.yaml is fine.\n\nMy phone: iphone-13 with ios-17\n"))
    #expect(good.output.contains("1 of 2 parameters moved; 2 draws"))
    #expect(good.output.contains("battery.healthShare       moved: 0.85 to 0.9, prior 0.8 to 1"))
    try folder.write(
      Self.profile([Self.health.replacing("healthShare", with: "health")]), to: "bad.yaml")
    let bad = try Program.run("validate", "bad.yaml", "phones/mine.yaml", in: folder)
    #expect(bad.status == 2)
    #expect(
      bad.errors.hasPrefix(
        "bad.yaml:8: unknown model parameter 'battery.health'; accepted: battery.healthShare, "))
    #expect(bad.errors.hasSuffix("; did you mean 'battery.healthShare'?\n"))
    #expect(bad.output.hasPrefix("phones/mine.yaml is fine."))
  }

  @Test("The day of a calibrated phone is described with its drawn values")
  func describesDay() throws {
    try folder.write(
      Self.profile([Self.health.replacing("0.85, 0.9]", with: "0.875]")]), to: "phones/mine.yaml")
    let day = try Program.run("validate", "calibrated.yaml", in: folder)
    #expect(day.status == 0, "\(day.errors)")
    #expect(day.output.contains("calibrated: battery.healthShare is 0.875, drawn from 0.875\n"))
    #expect(day.output.contains("The phone is calibrated by 1 log (mine.yaml); 1 of 1 parameter"))
  }

  @Test("A report has the profile's draws, says so, and depends on the profile's file")
  func reports() throws {
    let report = try run("calibrated.yaml", "--seeds", "4", to: "out")
    let again = try run("calibrated.yaml", "--seeds", "4", "--jobs", "2", to: "again")
    #expect(NSDictionary(dictionary: report).isEqual(to: again))
    for model in try models(report) {
      let health = try #require(model["battery.healthShare"])
      let share = try #require(model["processor.awakeShareFine"])
      // The first or the second draw of both.
      let draws = [health, share].compactMap { $0["value"] as? Double }
      #expect(draws == [0.85, 0.85] || draws == [0.9, 0.9])
      #expect(health["calibration"] as? String == "moved")
      #expect(share["calibration"] as? String == "undecided")
      #expect(health["low"] as? Double == 0.85 && health["high"] as? Double == 0.9)
      #expect(model.values.count { $0["calibration"] != nil } == 2)
    }
    let summary = try #require(report["scenario"] as? [String: Any])
    let assumptions = try #require(summary["assumptions"] as? [String])
    #expect(
      assumptions.contains(
        "The phone is calibrated by 1 log (mine.yaml); 1 of 2 parameters moved."))
    let page = String(decoding: try folder.data("out/report.html"), as: UTF8.self)
    #expect(page.contains("2 calibrated by logs"))
    #expect(page.contains("0.85 to 0.9, undecided by logs"))

    try folder.write(
      Self.profile([Self.health.replacing("0.85", with: "0.86"), Self.fineShare]),
      to: "phones/mine.yaml")
    let other = try run("calibrated.yaml", "--seeds", "4", to: "other")
    func hash(_ report: [String: Any]) -> String? {
      (report["provenance"] as? [String: Any])?["scenarioHash"] as? String
    }
    #expect(hash(report) != nil && hash(report) == hash(again) && hash(report) != hash(other))
  }

  @Test("All other parameters keep their values, and another unit keeps its own health")
  func others() throws {
    let usual = try models(run("errand.yaml", "--seeds", "3", to: "usual"))
    let own = try models(run("calibrated.yaml", "--seeds", "3", to: "own"))
    try folder.write(
      SmallScenario.text.replacing(
        "profile: iphone-13, system: ios-17", with: "profile: phones/mine.yaml, unit: another"),
      to: "another.yaml")
    let another = try models(run("another.yaml", "--seeds", "3", to: "another"))
    func same(_ a: [[String: [String: Any]]], _ b: [[String: [String: Any]]], _ name: String)
      -> Bool
    {
      zip(a, b).allSatisfy { $0[name]?["value"] as? Double == $1[name]?["value"] as? Double }
    }
    let names = usual[0].keys.sorted()
    #expect(names.count > 100)
    #expect(
      names.filter { !same(usual, own, $0) } == ["battery.healthShare", "processor.awakeShareFine"])
    #expect(names.filter { !same(usual, another, $0) } == ["processor.awakeShareFine"])
  }

  @Test("compare has less model uncertainty with a profile whose draws are equal")
  func narrower() throws {
    // A profile with all open parameters, each with the middle of its range as only value.
    let model = try models(run("errand.yaml", to: "usual"))[0]
    let open = model.keys.sorted().compactMap { name -> String? in
      guard let parameter = model[name], parameter["level"] as? String == "model",
        let low = parameter["low"] as? Double, let high = parameter["high"] as? Double, low < high
      else { return nil }
      return "\(name): { prior: [\(low), \(high)], outcome: moved, draws: [\((low + high) / 2)] }"
    }
    #expect(open.count > 50)
    try folder.write(Self.profile(open), to: "phones/mine.yaml")

    func battery(_ scenario: String) throws -> (ignorance: Double, width: Double) {
      let outcome = try Program.run(
        "compare", scenario, "--preset", "overland-high-resolution,overland-battery-saving",
        "--seeds", "10", "--no-readings", "--quiet", "--output", "compared", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let scenarios = try json("compared/comparison.json")["scenarios"] as? [[String: Any]]
      let findings = scenarios?.first?["findings"] as? [String: Any]
      let differences = findings?["differences"] as? [[String: Any]]
      let figures = try #require(differences?.first?["figures"] as? [[String: Any]])
      let cost = try #require(
        figures.first { $0["measure"] as? String == "marginalBatteryPercentPerDay" })
      let interval = try #require(cost["interval"] as? [String: Double])
      let spread = try #require(cost["spread"] as? [String: Double])
      return (
        try #require(spread["ignorance"]),
        try #require(interval["high"]) - #require(interval["low"])
      )
    }
    let usual = try battery("errand.yaml")
    let calibrated = try battery("calibrated.yaml")
    // Without the profile the parameters move the difference by 5.8 points of battery a day, and
    // its interval is 10.1 points wide; with it only days differ, and 2.5 points remain.
    #expect(usual.ignorance > 3)
    #expect(calibrated.ignorance < usual.ignorance / 2)
    #expect(calibrated.width < usual.width / 2)
  }
}
