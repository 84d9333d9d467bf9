import Foundation
import Testing

@Suite("odograph compare")
struct CompareTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
  }

  private func comparison(_ path: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: folder.data(path))
    return try #require(object as? [String: Any])
  }

  @Test("A scenario that is given twice, under any name of its file, is refused")
  func twice() throws {
    let outcome = try Program.run("compare", "errand.yaml", "./errand.yaml", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "./errand.yaml: it is given twice; accepted: each scenario once\n")
  }

  @Test("Every preset but those as shipped over every scenario, a table, and comparison.json")
  func compares() throws {
    try folder.write(
      SmallScenario.text.replacing("name: Errand", with: "name: Second"), to: "2.yaml")
    let outcome = try Program.run(
      "compare", "errand.yaml", "2.yaml", "--seeds", "2", "--no-readings", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    for words in ["Over 2 scenarios", "Errand", "Second", "ehe-pilot-2", "front of pathCoverage"] {
      #expect(outcome.output.contains(words), "\(words)")
    }
    #expect(!outcome.output.contains("as-shipped"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let comparison = try comparison("Reports/compare-2-scenarios/comparison.json")
    #expect(comparison["schema"] as? String == "odograph.comparison/1")
    #expect(comparison["isComplete"] as? Bool == true)
    #expect((comparison["scenarios"] as? [Any])?.count == 2)
  }

  @Test("The same bytes at any number of jobs, in every form")
  func jobs() throws {
    var texts: [String: Set<String>] = [:]
    for (jobs, format) in [("1", "json"), ("3", "json"), ("1", "csv"), ("3", "csv")] {
      let outcome = try Program.run(
        "compare", "errand.yaml", "--preset", "overland-battery-saving,ehe-pilot-1", "--seeds", "4",
        "--jobs", jobs, "--format", format, "--quiet", "--output", "out-\(jobs)", in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      texts[format, default: []].insert(outcome.output)
    }
    #expect(texts["json"]?.count == 1 && texts["csv"]?.count == 1)
    let data = try folder.data("out-3/comparison.json")
    #expect(try folder.data("out-1/comparison.json") == data)
    #expect(texts["json"]?.first == String(decoding: data, as: UTF8.self))
  }

  @Test("A need is answered: who, and why not the others")
  func need() throws {
    let outcome = try Program.run(
      "compare", "errand.yaml", "--preset", "overland-high-resolution,overland-battery-saving",
      "--seeds", "2", "--require", "positionCoverageMoving >= 60 %", "--minimise",
      "marginalBatteryPercentPerDay", "--no-readings", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "Recommended: overland-high-resolution, the lowest battery use with place known while"))
    #expect(outcome.output.contains("not overland-battery-saving: place known while moving is "))
  }

  @Test("An objective in the wrong direction is an error")
  func objective() throws {
    let outcome = try Program.run(
      "compare", "errand.yaml", "--seeds", "2", "--minimize", "pathCoverage", in: folder)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "--minimize pathCoverage: more of it is better; accepted: --maximize pathCoverage"))
    let limit = try Program.run(
      "compare", "errand.yaml", "--require", "longestGapSeconds <= 10 min", in: folder)
    #expect(limit.errors.contains("\"<= 10\", with the plain number of s"))
  }

  @Test("Values of a setting are compared, against the tracker that is named")
  func settings() throws {
    let outcome = try Program.run(
      "compare", "errand.yaml", "--preset", "overland-high-resolution", "--set",
      "overland-high-resolution.desiredAccuracy=best,hundredMeters", "--seeds", "2", "--against",
      "overland-high-resolution desiredAccuracy=hundredMeters", "--no-readings", "--format",
      "markdown", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("| overland-high-resolution desiredAccuracy=best | "))
    let comparison = try comparison("Reports/compare-errand/comparison.json")
    let provenance = try #require(comparison["provenance"] as? [String: Any])
    let set = "set=overland-high-resolution.desiredAccuracy=best,hundredMeters"
    #expect((provenance["options"] as? [String])?.contains(set) == true)
    #expect(
      comparison["reference"] as? String == "overland-high-resolution desiredAccuracy=hundredMeters"
    )
  }

  @Test("Interrupted, it keeps what was done, marked as a part, and ends with 130")
  func interruption() throws {
    let running = try Program.start(
      ["compare", "errand.yaml", "--seeds", "10000", "--output", "out"], in: folder)
    // After a second of processor time some days are done.
    let outcome = try running.interrupted(afterProcessorSeconds: 1)
    #expect(outcome.status == 130, "\(outcome.errors)")
    #expect(outcome.output.contains("! Incomplete: "))
    let comparison = try comparison("out/comparison.json")
    #expect(comparison["isComplete"] as? Bool == false)
    let design = try #require(comparison["design"] as? [String: Any])
    let done = try #require(design["runsDone"] as? Int)
    #expect(done > 0 && done < design["runsPlanned"] as? Int ?? 0)
    #expect(
      folder.contents == ["errand.yaml", "out", "out/comparison.html", "out/comparison.json"])
  }

  @Test("An interrupted comparison lies beside a complete one, until the next complete one")
  func completeStays() throws {
    let whole = ["compare", "errand.yaml", "--seeds", "2", "--output", "out"]
    #expect(try Program.run(whole, in: folder).status == 0)
    let complete = try folder.data("out/comparison.json")
    let running = try Program.start(
      ["compare", "errand.yaml", "--seeds", "10000", "--output", "out"], in: folder)
    let outcome = try running.interrupted(afterProcessorSeconds: 1)
    #expect(outcome.status == 130, "\(outcome.errors)")
    #expect(outcome.output.contains("Comparison: out/partial/comparison.html"))
    #expect(try folder.data("out/comparison.json") == complete)
    #expect(try comparison("out/partial/comparison.json")["isComplete"] as? Bool == false)
    #expect(try Program.run(whole, in: folder).status == 0)
    #expect(
      folder.contents == ["errand.yaml", "out", "out/comparison.html", "out/comparison.json"])
  }

  @Test(
    "What is mistyped is named with the nearest word, and nothing is written",
    arguments: [
      (["--require", "tripRecal >= 0.95"], "did you mean 'tripRecall'?"),
      (["--require", "tripRecall => 0.95"], "is not a condition"),
      (["--require", "tripRecall >= 95"], "of a share from 0 to 1"),
      (["--require", "tripRecall"], "is not a condition"),
      (
        ["--minimize", "marginalBatteryPercentPerDy"],
        "did you mean 'marginalBatteryPercentPerDay'?"
      ),
      (["--maximise", "pathCoverag"], "did you mean 'pathCoverage'?"),
      (["--measure", "fixCont"], "did you mean 'fixCount'?"),
      (["--axis", "pathCoverge"], "did you mean 'pathCoverage'?"),
      (["--axis", "fixCount"], "neither more nor less"),
      (["--minimize", "mobilityBias.distanceMeters"], "is best, but 0"),
      (["--preset", "ehe-pilot"], "did you mean 'ehe-pilot-1'?"),
      (["--against", "ehe-pilot"], "did you mean 'ehe-pilot-1'?"),
      (["--seeds", "0"], "accepted: a whole number"),
      (["--seeds", "4", "--draws", "5"], "at most a draw for each seed"),
      (["--format", "pdf"], "pdf"),
      (["--preset", "ehe-pilot-1,ehe-pilot-1"], "chosen twice"),
      (["--set", "ehe-pilot-1.homeRadus=5 m"], "did you mean 'homeRadius'?"),
      (["--minimise", "lost", "--maximise", "received"], "accepted: one"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let outcome = try Program.run(["compare", "errand.yaml"] + arguments, in: folder)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test("A tracker of one scenario alone cannot be compared over both")
  func missingTracker() throws {
    let named = SmallScenario.text.replacing(
      "- overland-high-resolution\n", with: "- { preset: overland-high-resolution, name: mine }\n")
    try folder.write(named, to: "named.yaml")
    let alone = try Program.run(
      "compare", "named.yaml", "--preset", "mine,ehe-pilot-1", "--seeds", "1", "--no-readings",
      in: folder)
    #expect(alone.status == 0, "\(alone.errors)")
    let outcome = try Program.run(
      "compare", "named.yaml", "errand.yaml", "--preset", "mine", in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains("'mine'"), "\(outcome.errors)")
  }

  @Test("A folder in the place of the result is told before anything runs")
  func obstacle() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/comparison.json", withIntermediateDirectories: true)
    let outcome = try Program.run(
      "compare", "errand.yaml", "--seeds", "10000", "--output", "out", in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains("out/comparison.json"))
  }
}
