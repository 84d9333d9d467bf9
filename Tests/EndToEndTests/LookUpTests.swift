import Foundation
import Testing

@Suite("Looking names up, and settings that nothing reads")
struct LookUpTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
  }

  @Test(
    "Each table is listed, and a name of it explained",
    arguments: [
      ("settings", "resumeGeofenceRadius"), ("behaviors", "trackedFence"),
      ("measures", "reconstructedCoverage"),
    ])
  func tables(command: String, name: String) throws {
    let list = try Program.run(command, in: folder)
    #expect(list.status == 0 && list.output.contains("  \(name)"))
    let one = try Program.run(command, name, in: folder)
    #expect(one.status == 0 && one.output.hasPrefix(name + "\n"))
    #expect(one.output.count < list.output.count / 5)
    let json = try Program.run(command, name, "--format", "json", in: folder)
    let objects = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(objects?.first?["name"] as? String == name)
    let page = try Program.run(command, name, "--format", "markdown", in: folder)
    #expect(page.output.hasPrefix("# `\(name)`"))
    let none = try Program.run(command, "qqq", in: folder)
    #expect(none.status == 2 && none.errorLines.count == 1 && none.output.isEmpty)
  }

  @Test("A setting that no behavior reads is named on standard error and in the report")
  func unread() throws {
    let words =
      "no behavior of overland-high-resolution reads 'fenceRadius'; it is read by trackedFence, "
      + "so it changes nothing."
    for command in ["run", "compare", "why"] {
      let outcome = try Program.run(
        command, "errand.yaml", "--preset", "overland-high-resolution", "--set",
        "fenceRadius=50m,500m", "--seeds", command == "run" ? "1" : "2", "--output", command,
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors == "odograph: warning: " + words + "\n")
      #expect(folder.contents.contains { $0.hasPrefix(command + "/") && $0.hasSuffix(".json") })
    }
    let report = String(decoding: try folder.data("run/report.json"), as: UTF8.self)
    #expect(report.contains(words))
    let quiet = try Program.run(
      "run", "errand.yaml", "--preset", "overland-high-resolution", "--set", "fenceRadius=50m",
      "--quiet", in: folder)
    #expect(quiet.errors.isEmpty)
  }

  @Test("Expectations are judged of a tracker as the scenario has it, and of no other setting")
  func changed() throws {
    try folder.write(
      SmallScenario.text + "expect: { overland-high-resolution: { positionCoverage: '>= 0' } }\n",
      to: "strict.yaml")
    for (setting, isJudged) in [(nil, true), ("50m", false), ("50m,500m", false)] {
      let name = "overland-high-resolution.minimumDistance"
      let change = setting.map { ["--set", "\(name)=\($0)"] } ?? []
      let outcome = try Program.run(["run", "strict.yaml"] + change, in: folder)
      #expect(outcome.status == 0 && outcome.output.contains("\nmet: ") == isJudged)
    }
  }
}
