import Foundation
import Testing

@Suite("odograph sweep")
struct SweepTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    try folder.write(
      SmallScenario.text.replacing("name: Errand", with: "name: Second"), to: "second.yaml")
    try folder.write(Self.plan, to: "plan.yaml")
  }

  private static let plan = """
    odograph: 1
    name: Small
    scenarios: [errand.yaml, second.yaml]
    trackers:
      - overland-battery-saving
      - preset: overland-high-resolution
        set: { desiredAccuracy: [best, hundredMeters] }
    seeds: 6
    draws: 3
    measures: [gapP95Seconds]
    against: overland-battery-saving
    minimise: marginalBatteryPercentPerDay

    """

  private func sweep(_ arguments: String..., environment: [String: String] = [:]) throws
    -> Program.Outcome
  {
    try Program.start(["sweep"] + arguments, in: folder, environment: environment).outcome()
  }

  private func shards(_ out: String) -> [String] {
    folder.contents.filter { $0.hasPrefix("\(out)/shards/") && $0.hasSuffix(".shard") }
  }

  private static let results = ["comparison.html", "comparison.json", "sweep.sqlite"]

  private func expectSame(_ out: String, as other: String) throws {
    for file in Self.results {
      #expect(try folder.data("\(out)/\(file)") == folder.data("\(other)/\(file)"), "\(file)")
    }
  }

  @Test("The same figures and the same words as compare has")
  func likeCompare() throws {
    let outcome = try sweep("plan.yaml", "--output", "swept")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let compared = try Program.run(
      "compare", "errand.yaml", "second.yaml", "--preset",
      "overland-battery-saving,overland-high-resolution", "--set",
      "overland-high-resolution.desiredAccuracy=best,hundredMeters", "--seeds", "6", "--draws",
      "3", "--measure", "gapP95Seconds", "--against", "overland-battery-saving", "--minimise",
      "marginalBatteryPercentPerDay", "--no-readings", "--output", "compared", in: folder)
    #expect(compared.status == 0, "\(compared.errors)")
    // Only the sweep has a plan, whose name is a member of the JSON and the title of the page.
    let swept = String(decoding: try folder.data("swept/comparison.json"), as: UTF8.self)
    let name = "\"name\":\"Small\","
    #expect(swept.contains(name))
    #expect(
      try swept.replacing(name, with: "")
        == String(decoding: folder.data("compared/comparison.json"), as: UTF8.self))
    let pages = try ["swept", "compared"].map {
      String(decoding: try folder.data("\($0)/comparison.html"), as: UTF8.self)
        .components(separatedBy: "<nav")[1]
    }
    #expect(pages[0] == pages[1])
    let tables = compared.output.replacing("compared/", with: "swept/")
    #expect(outcome.output == tables + "Every run: swept/sweep.sqlite\n")
  }

  @Test("The same bytes however it is divided, on however many cores")
  func divisions() throws {
    #expect(try sweep("plan.yaml", "--output", "one", "--shards", "1", "--jobs", "1").status == 0)
    for (count, jobs) in [("5", "1"), ("12", "3")] {
      let outcome = try sweep(
        "plan.yaml", "--output", count, "--shards", count, "--jobs", jobs, "--quiet")
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
      #expect(shards(count).count == Int(count))
      try expectSame(count, as: "one")
    }
  }

  @Test("Each task of an engine lives its shard, and the merge is that of one machine")
  func engines() throws {
    #expect(try sweep("plan.yaml", "--output", "one").status == 0)
    let slurm = try sweep(
      "plan.yaml", "--output", "out", "--shards", "3", environment: ["SLURM_ARRAY_TASK_ID": "2"])
    #expect(slurm.output == "Shard 2 of 3, 12 phone-days, is done: out/shards/2-of-3.shard\n")
    let kubernetes = try sweep(
      "plan.yaml", "--output", "out", "--shards", "3", environment: ["JOB_COMPLETION_INDEX": "2"])
    #expect(kubernetes.output.hasPrefix("Shard 3 of 3, "))
    let status = try sweep("status", "plan.yaml", "--output", "out")
    #expect(status.status == 1 && status.output.contains("missing   1\n"), "\(status.output)")
    let early = try sweep("merge", "plan.yaml", "--output", "out")
    #expect(
      early.status == 2
        && early.errors.contains(
          "1 of 3 shards are missing: 1; accepted: 'odograph sweep plan.yaml --output out' to run them"
        ))
    let named = try sweep("merge", "plan.yaml", "--output", "out", "--shards", "3")
    #expect(named.errors.contains("'odograph sweep plan.yaml --output out --shards 3' to run them"))
    let again = try sweep("plan.yaml", "--output", "out", "--shard", "2/3")
    #expect(again.output.contains("is done already"))
    #expect(try sweep("plan.yaml", "--output", "out", "--shard", "1").status == 0)
    #expect(try sweep("status", "plan.yaml", "--output", "out").status == 0)
    #expect(try sweep("merge", "plan.yaml", "--output", "out").status == 0)
    try expectSame("out", as: "one")
  }

  @Test("Merged in spite of missing shards, it says that it is a part")
  func partial() throws {
    #expect(try sweep("plan.yaml", "--output", "out", "--shard", "2/3").status == 0)
    let outcome = try sweep(
      "merge", "plan.yaml", "--output", "out", "--partial", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let comparison = try #require(object as? [String: Any])
    #expect(comparison["isComplete"] as? Bool == false)
    #expect((comparison["design"] as? [String: Any])?["runsDone"] as? Int == 12)
  }

  @Test("A part does not replace a complete comparison, and a complete one removes the part")
  func partialBesideWhole() throws {
    #expect(try sweep("plan.yaml", "--output", "out").status == 0)
    let whole = try folder.data("out/comparison.json")
    let shard = try #require(shards("out").first)
    try FileManager.default.removeItem(atPath: folder.path + "/" + shard)
    let outcome = try sweep("merge", "plan.yaml", "--output", "out", "--partial")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Comparison: out/partial/comparison.html"))
    #expect(outcome.output.contains("Every run: out/partial/sweep.sqlite"))
    #expect(try folder.data("out/comparison.json") == whole)
    #expect(folder.contents.contains("out/partial/sweep.sqlite"))
    #expect(try sweep("plan.yaml", "--output", "out").status == 0)
    #expect(try folder.data("out/comparison.json") == whole)
    #expect(!folder.contents.contains { $0.hasPrefix("out/partial") })
  }

  @Test("Damaged and foreign shards are left out of a part too, by name; whole they are refused")
  func partialOfDamaged() throws {
    #expect(try sweep("plan.yaml", "--output", "out", "--shard", "1/4").status == 0)
    try folder.write(Self.plan.replacing("seeds: 6", with: "seeds: 8"), to: "other.yaml")
    for shard in ["2/4", "3/4"] {
      #expect(try sweep("other.yaml", "--output", "others", "--shard", shard).status == 0)
    }
    for name in ["2-of-4.shard", "3-of-4.shard"] {
      try folder.data("others/shards/" + name).write(
        to: URL(fileURLWithPath: folder.path + "/out/shards/" + name))
    }
    try folder.write("no shard", to: "out/shards/2-of-4.shard")
    for arguments in [["plan.yaml"], ["merge", "plan.yaml"]] {
      let outcome = try Program.run(["sweep"] + arguments + ["--output", "out"], in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains("3-of-4.shard"), "\(outcome.errors)")
      #expect(outcome.errors.contains("this shard is of another sweep: seeds differ: 6, not 8"))
      #expect(outcome.errors.contains("'odograph sweep plan.yaml --output out --renew'"))
      #expect(!outcome.errors.contains("this shard is run again"), "\(outcome.errors)")
    }
    let part = try sweep("merge", "plan.yaml", "--output", "out", "--partial", "--quiet")
    #expect(part.status == 0, "\(part.errors)")
    #expect(
      part.errors.contains("2-of-4.shard: this shard is damaged: it is too short; it is left out"))
    #expect(
      part.errors.contains(
        "3-of-4.shard: this shard is of another sweep: seeds differ: 6, not 8; it is left out"))
    #expect(try sweep("plan.yaml", "--output", "out", "--renew").status == 0)
    #expect(try sweep("status", "plan.yaml", "--output", "out").status == 0)
  }

  @Test("The same bytes whatever the plan says of shards, and in whichever folder it lies")
  func otherPlan() throws {
    #expect(try sweep("plan.yaml", "--output", "one").status == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/elsewhere", withIntermediateDirectories: false)
    let text = Self.plan.replacing(
      "[errand.yaml, second.yaml]", with: "[../errand.yaml, ../second.yaml]")
    try folder.write(
      "# Other words.\n" + text + "shards: 5\ndescription: the same\n", to: "elsewhere/plan.yaml")
    #expect(try sweep("elsewhere/plan.yaml", "--output", "two").status == 0)
    #expect(shards("two").count == 5)
    try expectSame("two", as: "one")
    #expect(try sweep("merge", "elsewhere/plan.yaml", "--output", "two").status == 0)
    #expect(try sweep("status", "plan.yaml", "--output", "two").status == 0)
  }

  @Test("A folder in a shard's place is told before anything is lived")
  func folderInPlace() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/shards/2-of-3.shard", withIntermediateDirectories: true)
    let outcome = try sweep("plan.yaml", "--output", "out")
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("out/shards/2-of-3.shard: this is a folder;"))
    #expect(shards("out") == ["out/shards/2-of-3.shard"])
  }

  @Test("Killed at any moment and started again, it finishes, and the results do not show it")
  func killed() throws {
    #expect(try sweep("plan.yaml", "--output", "one").status == 0)
    let out = folder.path + "/out"
    for moment in stride(from: 0, through: 0.6, by: 0.15) {
      let running = try Program.start(
        ["sweep", "plan.yaml", "--output", "out", "--shards", "12", "--jobs", "1"], in: folder)
      func wait(while isTooEarly: () -> Bool) {
        while isTooEarly(), running.process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
      }
      // The first start takes longer to get to its folder on a slow machine.
      wait { !FileManager.default.fileExists(atPath: out) }
      let begin = running.processorSeconds
      wait { running.processorSeconds < begin + moment }
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.outcome()
    }
    try FileManager.default.createDirectory(
      atPath: out + "/.partial-1-ABCDEF", withIntermediateDirectories: false)
    // Makes unfinished files old enough to be cleaned up.
    for file in folder.contents where file.contains(".writing-") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)],
        ofItemAtPath: folder.path + "/" + file)
    }
    #expect(try sweep("plan.yaml", "--output", "out").status == 0)
    try expectSame("out", as: "one")
    #expect(!folder.contents.contains { $0.contains(".writing-") || $0.contains(".partial-") })
  }

  @Test("Two workers on the same shards do each other no harm")
  func twoWorkers() throws {
    #expect(try sweep("plan.yaml", "--output", "one").status == 0)
    let workers = try (0..<2).map { _ in
      try Program.start(["sweep", "plan.yaml", "--output", "out", "--shards", "6"], in: folder)
    }
    for worker in workers {
      let outcome = try worker.outcome()
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    try expectSame("out", as: "one")
    #expect(shards("out").count == 6)
  }

  @Test(
    "A disk without room is told, leaves nothing half written, and the same command finishes",
    arguments: [1, 10, 60])
  func fullDisk(kilobytes: Int) throws {
    let running = try Program.start(
      ["sweep", "plan.yaml", "--output", "out", "--shards", "3", "--jobs", "1"], in: folder,
      fileKilobytesMax: kilobytes)
    let outcome = try running.outcome()
    #expect(outcome.status == 3 && outcome.errorLines.count == 1, "\(outcome.errors)")
    // Foundation has no message for a file-size limit, which stands for a full disk here.
    let words = kilobytes < 60 ? "cannot be written" : "comparison.json: "
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    // A shard of this plan has about 5 kB, its database more.
    #expect(shards("out").count == (kilobytes > 5 ? 3 : 0))
    let others = folder.contents.filter { $0.hasPrefix("out/") && !$0.hasPrefix("out/shards") }
    #expect(others.isEmpty, "\(others)")
    #expect(!folder.contents.contains { $0.contains(".writing-") })
    #expect(try sweep("plan.yaml", "--output", "out", "--shards", "3").status == 0)
    #expect(shards("out").count == 3)
  }

  @Test("A damaged shard is named and run again")
  func damaged() throws {
    #expect(try sweep("plan.yaml", "--output", "out", "--shards", "3").status == 0)
    let whole = try folder.data("out/shards/2-of-3.shard")
    try whole.prefix(2000).write(
      to: URL(fileURLWithPath: folder.path + "/out/shards/2-of-3.shard"))
    let merged = try sweep("merge", "plan.yaml", "--output", "out")
    #expect(
      merged.status == 2
        && merged.errors.contains(
          "2-of-3.shard: this shard is damaged: its checksum is wrong; "
            + "'odograph sweep plan.yaml --output out' runs it again")
    )
    let status = try sweep("status", "plan.yaml", "--output", "out")
    #expect(status.status == 1 && status.output.contains("damaged   2: its checksum is wrong"))
    let outcome = try sweep("plan.yaml", "--output", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "out/shards/2-of-3.shard: its checksum is wrong; this shard is run again"))
    #expect(try folder.data("out/shards/2-of-3.shard") == whole)
  }

  @Test("A plan edited between shards is refused by what differs, and run again only when asked to")
  func edited() throws {
    #expect(try sweep("plan.yaml", "--output", "out", "--shard", "1/2").status == 0)
    try folder.write(SmallScenario.text + "# edited\n", to: "errand.yaml")
    for arguments in [
      ["plan.yaml", "--shard", "2/2"], ["plan.yaml"], ["merge", "plan.yaml"],
    ] {
      let outcome = try Program.run(["sweep"] + arguments + ["--output", "out"], in: folder)
      #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
      #expect(
        outcome.errors.hasPrefix(
          "out/shards/1-of-2.shard: this shard is of another sweep: errand.yaml differs; accepted: "
        ),
        "\(outcome.errors)")
    }
    #expect(try sweep("plan.yaml", "--output", "out", "--renew").status == 0)
    #expect(try sweep("status", "plan.yaml", "--output", "out").status == 0)
  }

  @Test("An estimate says phone-days, time and size, and leaves nothing")
  func estimate() throws {
    let outcome = try sweep("plan.yaml", "--estimate", "--jobs", "4", "--shards", "4")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.hasPrefix(
        "Small: 2 scenarios, 3 trackers, 6 seeds in 3 draws: 36 phone-days in 4 shards\n"))
    for words in ["on 4 cores", "ms a phone-day", "of sweep.sqlite"] {
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
    #expect(folder.contents == ["errand.yaml", "plan.yaml", "second.yaml"])
  }

  @Test("Interrupted, it says how far it is, and goes on from there")
  func interrupted() throws {
    try folder.write(Self.plan.replacing("seeds: 6", with: "seeds: 1800"), to: "long.yaml")
    let running = try Program.start(
      ["sweep", "long.yaml", "--output", "out", "--shards", "1200"], in: folder)
    let outcome = try running.interrupted(afterProcessorSeconds: 1)
    #expect(outcome.status == 130 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("of 1200 shards are complete"), "\(outcome.errors)")
    #expect(shards("out").count > 0 && shards("out").count < 1200)
    #expect(!folder.contents.contains { $0.contains(".writing-") })
  }

  @Test(
    "What is mistyped is named, and nothing is written",
    arguments: [
      (["plan.yaml", "--shard", "4/3"], "accepted: at most 3/3"),
      (["plan.yaml", "--shard", "x"], "accepted: such as 17/1000"),
      (["plan.yaml", "--shard", "0/3"], "accepted: such as 17/1000"),
      (["plan.yaml", "--shards", "13"], "the plan has only 12 days to divide"),
      (["plan.yml"], "did you mean 'plan.yaml'?"),
      (["merge", "plan.yaml"], "shards are missing: 1-"),
      (
        ["plan.yaml", "--shard", "3/1000", "--shards", "10"],
        "--shard is of 1000 shards, --shards is 10"
      ),
      (
        ["plan.yaml", "--shard", "1/3", "--merge"],
        "accepted: 'odograph sweep merge plan.yaml' when all"
      ),
      (
        ["plan.yaml", "--output", "plan.yaml"],
        "--output: the folder cannot be written: plan.yaml is a file"
      ),
      (
        ["plan.yaml", "--output", "plan.yaml/x"],
        "--output: the folder cannot be written: plan.yaml is a file"
      ),
      (
        ["plan.yaml", "--output", "/proc/odograph"],
        "/proc/odograph: --output: the folder cannot be written: nothing can be created in /proc"
      ),
      (["errand.yaml"], "errand.yaml: this is a scenario; accepted: a plan of a sweep"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let outcome = try Program.run(["sweep"] + arguments, in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(folder.contents == ["errand.yaml", "plan.yaml", "second.yaml"])
  }

  @Test(
    "So it is with what an engine says",
    arguments: [
      (["SLURM_ARRAY_TASK_ID": "0"], "SLURM_ARRAY_TASK_ID is '0'; accepted: a number from 1 to 3"),
      (["JOB_COMPLETION_INDEX": "3"], "accepted: a number from 0 to 2, or --shard"),
      (["SLURM_ARRAY_TASK_ID": "x"], "is 'x'"),
    ])
  func misled(environment: [String: String], words: String) throws {
    let outcome = try sweep("plan.yaml", "--shards", "3", environment: environment)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    let alone = try sweep("plan.yaml", environment: ["JOB_COMPLETION_INDEX": "1"])
    #expect(alone.errors.contains("the number of shards is not given"), "\(alone.errors)")
  }
}
