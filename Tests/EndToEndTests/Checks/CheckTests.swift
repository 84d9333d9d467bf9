import Foundation
import Testing

@Suite("odograph check")
struct CheckTests {
  let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
  }

  func check(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["check"] + arguments, in: folder)
  }

  func makeBaseline() throws {
    let outcome = try check(
      "errand.yaml", "--update", "--seeds", "5", "--preset",
      "overland-high-resolution,ehe-pilot-1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == "Reports/baselines/errand.json: 2 trackers, seeds 1 to 5\n")
  }

  static let baseline = "Reports/baselines/errand.json"

  func edit(_ words: String, _ others: String) throws {
    let text = String(decoding: try folder.data(Self.baseline), as: UTF8.self)
    #expect(text.contains(words))
    try folder.write(text.replacing(words, with: others), to: Self.baseline)
  }

  @Test("A baseline of another scenario with the same name is not replaced")
  func sameName() throws {
    try makeBaseline()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/other", withIntermediateDirectories: false)
    try folder.write(SmallScenario.text, to: "other/errand.yaml")
    let before = try folder.data(Self.baseline)
    for more in [["--update", "--seeds", "5", "--preset", "ehe-pilot-1"], []] {
      let outcome = try Program.run(["check", "other/errand.yaml"] + more, in: folder)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == "other/errand.yaml: '\(Self.baseline)' is the baseline of 'errand.yaml'; "
          + "accepted: scenarios of different names, or another folder by --baselines\n")
    }
    #expect(try folder.data(Self.baseline) == before)
    let same = try check("./errand.yaml")
    #expect(same.status == 0, "\(same.errors)")
  }

  @Test("A folder of baselines that is not there is a mistake, not a check that passes")
  func misspeltBaselines() throws {
    let outcome = try Program.run("check", "errand.yaml", "--baselines", "baselinse", in: folder)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "baselinse: --baselines: there is no such folder; accepted: the folder in "
        + "which 'odograph check --update' wrote baselines\n")
  }

  @Test("The scenario's own trackers are in a new baseline, and one that came later is mentioned")
  func ownTrackers() throws {
    let day = try #require(SmallScenario.text.components(separatedBy: "trackers:").first)
    let tuned = "{ preset: overland-significant-only, name: tuned }"
    try folder.write(day + "trackers: [\(tuned)]", to: "own.yaml")
    let made = try check("own.yaml", "--update", "--seeds", "5")
    #expect(made.status == 0, "\(made.errors)")
    let baseline = "Reports/baselines/own.json"
    #expect(String(decoding: try folder.data(baseline), as: UTF8.self).contains("\"tuned\""))
    let later = tuned.replacing("tuned", with: "later")
    try folder.write(day + "trackers: [\(tuned), \(later)]", to: "own.yaml")
    let warned = try check("own.yaml")
    #expect(warned.status == 0)
    #expect(
      warned.errors == "odograph: warning: own.yaml: not checked, since \(baseline) lacks it: "
        + "'later'; 'odograph check --update --preset NAME own.yaml' adds a tracker\n")
    #expect(try check("own.yaml", "--preset", "adaptive").errors.isEmpty)
  }

  @Test("Unchanged it ends with 0; worsened with 1, and says what moved and what came first")
  func endings() throws {
    try makeBaseline()
    let made = try folder.data(Self.baseline)
    // Without a name the program finds the scenario by its baseline. The number of jobs does not
    // change the result.
    for jobs in ["1", "3"] {
      let same = try check("--jobs", jobs)
      #expect(same.status == 0 && same.errors.isEmpty, "\(same.errors)")
      #expect(same.output.hasSuffix("Nothing has got worse.\n"), "\(same.output)")
      #expect(same.output.contains("no worse than the baseline (2 trackers, 5 seeds)"))
    }
    let worse = try check(
      "errand.yaml", "--set", "overland-high-resolution.minimumInterval=10min", "--junit",
      "junit.xml", "--markdown", "summary.md", "--page", "page.html")
    #expect(worse.status == 1 && worse.errors.isEmpty, "\(worse.errors)")
    #expect(
      worse.output.contains("  regressed: overland-high-resolution positionCoverageMoving "))
    #expect(worse.output.contains("    first change in the timeline of seed 1:\n"))
    #expect(!worse.output.contains("ehe-pilot-1"))
    let xml = String(decoding: try folder.data("junit.xml"), as: UTF8.self)
    #expect(xml.contains("<failure type=\"regressed\""))
    let summary = String(decoding: try folder.data("summary.md"), as: UTF8.self)
    #expect(summary.contains("| regressed | errand.yaml | overland-high-resolution |"))
    let page = String(decoding: try folder.data("page.html"), as: UTF8.self)
    #expect(page.contains("<h2>First change of overland-high-resolution</h2>"))
    // The baseline has the numbers of each line.
    #expect(!page.contains("sends # "))
    #expect(try folder.data(Self.baseline) == made)
    // A second update writes the same bytes.
    #expect(try check("--update", "--quiet").status == 0)
    #expect(try folder.data(Self.baseline) == made)
  }

  @Test("No result is written over a scenario or a baseline")
  func inputs() throws {
    try makeBaseline()
    let before = try ["errand.yaml", Self.baseline].map { try folder.data($0) }
    for option in ["--page", "--junit", "--markdown"] {
      for input in ["./errand.yaml", Self.baseline] {
        let outcome = try check("errand.yaml", option, input)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(
          outcome.errors.hasPrefix("\(input): \(option): the result would overwrite "),
          "\(outcome.errors)")
      }
    }
    #expect(try ["errand.yaml", Self.baseline].map { try folder.data($0) } == before)
    let twice = try check("errand.yaml", "--page", "out", "--junit", "./out")
    #expect(
      twice.status == 2 && twice.errors.hasPrefix("out: --page: the result would overwrite ./out"),
      "\(twice.errors)")
  }

  @Test("A named scenario without a baseline is checked with a warning")
  func missingBaseline() throws {
    try folder.write(
      SmallScenario.text + "expect:\n  ehe-pilot-1: { fixCount: \">= 0\" }\n", to: "expect.yaml")
    let outcome = try check("expect.yaml", "--seeds", "2")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix(
        "odograph: warning: expect.yaml has no baseline at Reports/baselines/expect.json;"),
      "\(outcome.errors)")
  }

  @Test("An expectation that is not met ends with 1 by itself")
  func expectation() throws {
    try folder.write(
      SmallScenario.text + "expect:\n  ehe-pilot-1: { fixCount: \">= 100000\" }\n",
      to: "expect.yaml")
    let outcome = try check("expect.yaml", "--seeds", "2", "--quiet")
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      outcome.output.contains("not met: ehe-pilot-1 fixCount >= 100000.0, found "),
      "\(outcome.output)")
  }

  @Test(
    "Mistakes are named, end with 2 and write nothing",
    arguments: [
      ([], "there is nothing to check"),
      (["--update"], "there is no baseline to update"),
      (["errand.yaml"], "no 'expect:' and no baseline"),
      (["gone.yaml"], "there is no such file"),
      (["errand.gpx"], "this is not a scenario"),
      (
        ["errand.yaml", "./errand.yaml", "--update"],
        "its baseline would overwrite that of errand.yaml"
      ),
      (["errand.yaml", "--update", "--seeds", "4"], "at least 5 for a baseline"),
      (["errand.yaml", "--update", "--measure", "pathCoverge"], "did you mean 'pathCoverage'?"),
      (["errand.yaml", "--update", "--measure", "fixCount"], "neither more nor less"),
      (["errand.yaml", "--update", "--preset", "ehe-pilot"], "did you mean 'ehe-pilot-1'?"),
      (["errand.yaml", "--measure", "lost"], "without --update"),
      (["errand.yaml", "--update", "--junit", "x.xml"], "which check"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let outcome = try Program.run(["check"] + arguments, in: folder)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test("Beside a baseline: another version, a preset that is gone, what does not fit")
  func mistakesBeside() throws {
    try makeBaseline()
    for (arguments, words) in [
      (["--preset", "ehe-pilot-2"], "did you mean 'ehe-pilot-1'?"),
      (["--set", "ehe-pilot-2.homeRadius=5 m"], "no tracker is called 'ehe-pilot-2'"),
      (["--junit", "nowhere/x.xml"], "--junit"), (["--markdown", "Reports"], "--markdown"),
    ] {
      let outcome = try Program.run(["check", "errand.yaml"] + arguments, in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    try edit("\"ehe-pilot-1\"", "\"ehe-pilot-3\"")
    let gone = try check()
    #expect(gone.status == 2, "\(gone.errors)")
    #expect(
      gone.errors.hasPrefix(
        "Reports/baselines/errand.json: no preset or tracker is called 'ehe-pilot-3' any more"))
    try edit("odograph.baseline/1", "odograph.baseline/2")
    let newer = try check("errand.yaml")
    #expect(newer.status == 2 && newer.errors.contains("needs a newer Odograph"), "\(newer.errors)")
    // An update replaces it.
    #expect(
      try check("errand.yaml", "--update", "--seeds", "5", "--preset", "ehe-pilot-1").status == 0)
    #expect(try check().status == 0)
  }

  @Test("Interrupted, it tells what was done and ends with 130; no baseline is written")
  func interruption() throws {
    try makeBaseline()
    try folder.write(
      SmallScenario.text + "expect:\n  ehe-pilot-1: { fixCount: \">= 1\" }\n", to: "long.yaml")
    let checking = try interrupted([
      "check", "errand.yaml", "long.yaml", "--seeds", "10000", "--junit", "junit.xml",
    ])
    #expect(checking.status == 130, "\(checking.errors)")
    #expect(checking.output.contains("long.yaml: interrupted, not checked"), "\(checking.output)")
    #expect(checking.output.contains("Interrupted; in the part done, nothing has got worse."))
    let xml = String(decoding: try folder.data("junit.xml"), as: UTF8.self)
    #expect(xml.contains("<skipped message=\"interrupted\"/>"))
    let updating = try interrupted(["check", "long.yaml", "--update", "--seeds", "10000"])
    #expect(updating.status == 130)
    #expect(!folder.contents.contains("Reports/baselines/long.json"))
  }

  private func interrupted(_ arguments: [String]) throws -> Program.Outcome {
    let running = try Program.start(arguments, in: folder)
    while running.processorSeconds < 1, running.process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    running.process.interrupt()
    return try running.outcome()
  }
}
