import Foundation
import Testing

/// Which scenarios and trackers a check finds, and what an update accepts.
extension CheckTests {
  /// A preset's file beside the scenario, which lies in a folder `Scenarios` and expects of it what
  /// it does not reach.
  private func writeOwnPreset() throws {
    for name in ["Presets", "Scenarios/team"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    let preset = try Program.run("presets", "overland-significant-only", in: folder)
    try folder.write(preset.output, to: "Presets/ours.yaml")
    let day = try #require(SmallScenario.text.components(separatedBy: "trackers:").first)
    try folder.write(
      day + "trackers: [../../Presets/ours.yaml]\nexpect: { ours: { fixCount: \">= 100000\" } }\n",
      to: "Scenarios/team/own.yaml")
  }

  @Test(
    "A preset's file is the same tracker, however its path is written",
    arguments: ["Presets/ours.yaml", "./Presets/ours.yaml", "ours"])
  func ownPreset(name: String) throws {
    try writeOwnPreset()
    let outcome = try check("Scenarios/team/own.yaml", "--preset", name, "--seeds", "2", "--quiet")
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("not met: ours fixCount"), "\(outcome.output)")
    // The update takes the scenario's own tracker, and not a second one of the same file.
    let made = try check("Scenarios/team/own.yaml", "--update", "--seeds", "5", "--preset", name)
    if name != "ours" {
      #expect(made.output == "Reports/baselines/own.json: 1 tracker, seeds 1 to 5\n")
      let again = try check("--update", "--seeds", "5", "--preset", "ours")
      #expect(again.output == made.output, "\(again.errors)")
    }
  }

  @Test("A scenario without a tracker of --preset is not checked, which is said")
  func passedOver() throws {
    try writeOwnPreset()
    try makeBaseline()
    // A folder of other results among the baselines is no baseline.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Reports/baselines/run", withIntermediateDirectories: true)
    try folder.write("{}", to: "Reports/baselines/run/report.json")
    let outcome = try check("--preset", "ehe-pilot-1")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "odograph: warning: Scenarios/team/own.yaml: not checked, since neither "
        + "its 'expect:' nor Reports/baselines/own.json has a tracker of --preset\n")
    #expect(!outcome.output.contains("own.yaml"))
  }

  @Test("Scenarios are found below Scenarios/, and other files there are passed over")
  func found() throws {
    try writeOwnPreset()
    try folder.write("odograph-study: 1\nname: Plan\n", to: "Scenarios/plan.yaml")
    try folder.write("services: { web: { image: nginx } }\n", to: "Scenarios/compose.yml")
    // The baseline of its name is that of another scenario.
    try makeBaseline()
    try folder.write(SmallScenario.text, to: "Scenarios/errand.yaml")
    let outcome = try check("--seeds", "2")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("\nerrand.yaml: "), "\(outcome.output)")
    #expect(!outcome.output.contains("Scenarios/errand.yaml"), "\(outcome.output)")
    #expect(outcome.output.hasPrefix("Scenarios/team/own.yaml: 0 of 1 expectations met"))
    // A scenario with a misspelled key is no other file.
    try folder.write("odograph: 1\ndya: []\n", to: "Scenarios/draft.yaml")
    let draft = try check("--seeds", "2")
    #expect(draft.status == 2 && draft.errors.hasPrefix("Scenarios/draft.yaml:"))
  }

  @Test("A baseline whose scenario is gone is named")
  func scenarioGone() throws {
    try makeBaseline()
    try FileManager.default.removeItem(atPath: folder.path + "/errand.yaml")
    let outcome = try check()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("\(Self.baseline): its scenario 'errand.yaml' is no longer there;"),
      "\(outcome.errors)")
  }

  @Test("An update names the trackers that are gone from the baseline")
  func removedTracker() throws {
    try makeBaseline()
    try edit("\"ehe-pilot-1\"", "\"ehe-pilot-3\"")
    let outcome = try check("errand.yaml", "--update")
    #expect(
      outcome.output
        == "\(Self.baseline): 1 tracker, seeds 1 to 5\n  removed: ehe-pilot-3\n",
      "\(outcome.errors)")
  }

  @Test("An update lists what it accepts: measures that moved")
  func acceptedChanges() throws {
    try writeOwnPreset()
    let own = "Scenarios/team/own.yaml"
    #expect(
      try check(own, "--update", "--seeds", "5", "--preset", "Presets/ours.yaml").status == 0)
    let preset = String(decoding: try folder.data("Presets/ours.yaml"), as: UTF8.self)
    try folder.write(
      preset.replacing("trackingMode: significant", with: "trackingMode: off"),
      to: "Presets/ours.yaml")
    let outcome = try check(own, "--update", "--seeds", "5", "--preset", "adaptive")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "Reports/baselines/own.json: 2 trackers, seeds 1 to 5")
    #expect(lines.contains { $0.hasPrefix("  regressed: ours positionCoverage ") }, "\(lines)")
    let other = try check(own, "--update", "--seeds", "6")
    #expect(other.output.hasSuffix("  not compared: the former baseline has other seeds\n"))
  }
}
