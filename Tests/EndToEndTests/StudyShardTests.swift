import Foundation
import Testing

@Suite("odograph study, in shards")
struct StudyShardTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallStudy.life, to: "life.yaml")
    try folder.write(SmallStudy.plan(participants: 6), to: "study.yaml")
  }

  private func study(_ arguments: String..., environment: [String: String] = [:]) throws
    -> Program.Outcome
  {
    try Program.start(["study"] + arguments, in: folder, environment: environment).outcome()
  }

  private static let results = ["study.json", "study.csv", "methods.md", "study.html"]

  private func expectSame(_ out: String, as other: String) throws {
    for file in Self.results {
      #expect(try folder.data("\(out)/\(file)") == folder.data("\(other)/\(file)"), "\(file)")
    }
  }

  private func shards(_ out: String) -> [String] {
    folder.contents.filter { $0.hasPrefix("\(out)/shards/") && $0.hasSuffix(".shard") }
  }

  @Test("Each task of an engine lives its shard, and the merge is that of one machine")
  func engines() throws {
    let one = try study("study.yaml", "--output", "one", "--shards", "1")
    #expect(one.status == 0)
    let slurm = try study(
      "study.yaml", "--output", "out", "--shards", "3", environment: ["SLURM_ARRAY_TASK_ID": "2"])
    #expect(slurm.output == "Shard 2 of 3, 8 phone-days, is done: out/shards/2-of-3.shard\n")
    let kubernetes = try study(
      "study.yaml", "--output", "out", "--shards", "3", environment: ["JOB_COMPLETION_INDEX": "2"])
    #expect(kubernetes.output.hasPrefix("Shard 3 of 3, "))
    let status = try study("status", "study.yaml", "--output", "out")
    #expect(
      status.status == 1
        && status.output == """
          Small: 6 participants, 2 days, 2 trackers: 24 phone-days in 3 shards
          complete  2 of 3 shards
          missing   1

          """,
      "\(status.output)")
    let early = try study("merge", "study.yaml", "--output", "out")
    #expect(early.status == 2 && early.errorLines.count == 1)
    #expect(
      early.errors.contains(
        "1 of 3 shards are missing: 1; accepted: 'odograph study study.yaml --output out' to run them"
      )
    )
    #expect(folder.contents.filter { $0.hasPrefix("out/study") || $0.hasPrefix("out/.") }.isEmpty)
    let again = try study("study.yaml", "--output", "out", "--shard", "2/3")
    #expect(again.output.contains("is done already"))
    #expect(try study("study.yaml", "--output", "out", "--shard", "1").status == 0)
    #expect(try study("status", "study.yaml", "--output", "out").status == 0)
    let merged = try study("merge", "study.yaml", "--output", "out")
    #expect(merged.output == one.output.replacing("one/", with: "out/"))
    try expectSame("out", as: "one")
  }

  @Test("Killed at any moment and started again, it finishes, and the results do not show it")
  func killed() throws {
    #expect(try study("study.yaml", "--output", "one", "--shards", "2").status == 0)
    for moment in stride(from: 0.2, through: 0.8, by: 0.2) {
      let running = try Program.start(
        ["study", "study.yaml", "--output", "out", "--jobs", "1"], in: folder)
      while running.processorSeconds < moment, running.process.isRunning {
        Thread.sleep(forTimeInterval: 0.01)
      }
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.outcome()
    }
    for file in folder.contents where file.contains(".writing-") || file.contains(".partial-") {
      // Makes unfinished files old enough to be cleaned up.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)],
        ofItemAtPath: folder.path + "/" + file)
    }
    #expect(try study("study.yaml", "--output", "out").status == 0)
    try expectSame("out", as: "one")
    #expect(!folder.contents.contains { $0.contains(".writing-") || $0.contains(".partial-") })
  }

  @Test("What is whole is not lived again, however the rest of it was lost")
  func resumed() throws {
    #expect(try study("study.yaml", "--output", "out").status == 0)
    #expect(shards("out").count == 6)
    try FileManager.default.copyItem(
      atPath: folder.path + "/out", toPath: folder.path + "/before")
    func number(_ shard: String) throws -> Int {
      let path = folder.path + "/out/shards/" + shard
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.systemFileNumber] as? Int)
    }
    let whole = try number("2-of-6.shard")
    try FileManager.default.removeItem(atPath: folder.path + "/out/shards/4-of-6.shard")
    try folder.data("out/shards/5-of-6.shard").prefix(2000).write(
      to: URL(fileURLWithPath: folder.path + "/out/shards/5-of-6.shard"))
    for file in Self.results {
      try FileManager.default.removeItem(atPath: folder.path + "/out/" + file)
    }
    let merged = try study("merge", "study.yaml", "--output", "out")
    #expect(merged.status == 2 && merged.errors.contains("2 of 6 shards are missing: 4-5"))
    #expect(
      merged.errors.contains(
        "5-of-6.shard: this shard is damaged: its checksum is wrong; "
          + "'odograph study study.yaml --output out' runs it again"), "\(merged.errors)")
    let outcome = try study("study.yaml", "--output", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "out/shards/5-of-6.shard: its checksum is wrong; this shard is run again\n")
    #expect(try number("2-of-6.shard") == whole)
    for shard in shards("before") {
      #expect(
        try folder.data(shard) == folder.data(shard.replacing("before/", with: "out/")), "\(shard)")
    }
    try expectSame("out", as: "before")
  }

  @Test("Two workers on the same shards do each other no harm")
  func twoWorkers() throws {
    #expect(try study("study.yaml", "--output", "one").status == 0)
    let workers = try (0..<2).map { _ in
      try Program.start(["study", "study.yaml", "--output", "out", "--shards", "3"], in: folder)
    }
    for worker in workers {
      let outcome = try worker.outcome()
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    try expectSame("out", as: "one")
    #expect(shards("out").count == 3)
  }

  @Test("A plan edited between shards is refused by what differs, and run again only when asked to")
  func edited() throws {
    #expect(try study("study.yaml", "--output", "out", "--shard", "1/2").status == 0)
    try folder.write(SmallStudy.life.replacing("8 h", with: "7 h"), to: "life.yaml")
    for arguments in [
      ["study.yaml", "--shard", "2/2"], ["study.yaml"], ["merge", "study.yaml"],
    ] {
      let outcome = try Program.run(["study"] + arguments + ["--output", "out"], in: folder)
      #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
      #expect(
        outcome.errors.hasPrefix(
          "out/shards/1-of-2.shard: this shard is of another study: life.yaml differs; accepted: "),
        "\(outcome.errors)")
    }
    #expect(folder.contents.filter { $0.hasPrefix("out/") }.count == 2)
    #expect(try study("study.yaml", "--output", "out", "--renew").status == 0)
    #expect(try study("status", "study.yaml", "--output", "out").status == 0)
  }

  @Test("What is only said of participants may be edited when they have been lived")
  func retold() throws {
    #expect(try study("study.yaml", "--output", "out").status == 0)
    try folder.write(
      SmallStudy.plan(participants: 6).replacing("name: Small", with: "name: Renamed")
        + "\nusable: { validDays: 1 }  # rather than eight a fortnight\n", to: "study.yaml")
    let merged = try study("merge", "study.yaml", "--output", "out")
    #expect(merged.status == 0, "\(merged.errors)")
    let object = try JSONSerialization.jsonObject(with: folder.data("out/study.json"))
    #expect((object as? [String: Any])?["name"] as? String == "Renamed")
    #expect(try study("study.yaml", "--output", "out").status == 0)
    try folder.write(
      SmallStudy.life.replacing("8 h", with: "7 h"), to: "life.yaml")
    let other = try study("study.yaml", "--output", "out")
    #expect(other.status == 2 && other.errors.contains("out/study.json: this is of another plan"))
  }

  @Test("Fewer participants than there are shards begin anew where that is asked for")
  func fewer() throws {
    #expect(try study("study.yaml", "--output", "out").status == 0)
    #expect(shards("out").count == 6)
    let refused = try study("study.yaml", "--output", "out", "--participants", "4")
    #expect(refused.status == 2 && refused.errors.contains("--renew"), "\(refused.errors)")
    let renewed = try study("study.yaml", "--output", "out", "--participants", "4", "--renew")
    #expect(renewed.status == 0, "\(renewed.errors)")
    // The six earlier shards do not require a choice of their number.
    #expect(try study("status", "study.yaml", "--output", "out", "--participants", "4").status == 0)
    #expect(try study("study.yaml", "--output", "one", "--participants", "4").status == 0)
    try expectSame("out", as: "one")
  }

  @Test("More participants of the same study are lived beside what there is; fewer are refused")
  func participants() throws {
    #expect(try study("study.yaml", "--output", "one").status == 0)
    #expect(
      try study("study.yaml", "--output", "out", "--participants", "4", "--shard", "1/2").status
        == 0)
    let fewer = try study("study.yaml", "--output", "out", "--participants", "1")
    #expect(fewer.status == 2 && fewer.errors.contains("participants differ: 1, not 4"))
    let early = try study("merge", "study.yaml", "--output", "out", "--shards", "2")
    #expect(early.status == 2 && early.errors.contains("participants differ: 6, not 4"))
    #expect(
      early.errors.contains(
        "'odograph study study.yaml --output out --shards 2', which keeps its participants"))
    #expect(try study("study.yaml", "--output", "out").status == 0)
    try expectSame("out", as: "one")
    #expect(shards("out").count == 6)
  }

  @Test("Merged in spite of missing shards, it says that it is a part, beside what is whole")
  func partial() throws {
    for shard in ["1/3", "3/3"] {
      #expect(try study("study.yaml", "--output", "out", "--shard", shard).status == 0)
    }
    let outcome = try study("merge", "study.yaml", "--output", "out", "--partial")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      outcome.output.contains("Incomplete: these are 4 of 6 participants, without numbers 3-4."))
    #expect(
      outcome.output.hasSuffix("Study: out/partial/methods.md, study.csv, study.html, study.json\n")
    )
    let object = try JSONSerialization.jsonObject(with: folder.data("out/partial/study.json"))
    let study = try #require(object as? [String: Any])
    #expect(study["isComplete"] as? Bool == false)
    #expect(study["participantsLeftOut"] as? String == "3-4")
    #expect(try self.study("study.yaml", "--output", "out").status == 0)
    #expect(!folder.contents.contains { $0.hasPrefix("out/partial") })
  }

  @Test(
    "A disk without room is told, leaves nothing half written, and the same command finishes",
    arguments: [1, 22])
  func fullDisk(kilobytes: Int) throws {
    let running = try Program.start(
      ["study", "study.yaml", "--output", "out", "--shards", "2", "--jobs", "1"], in: folder,
      fileKilobytesMax: kilobytes)
    let outcome = try running.outcome()
    #expect(outcome.status == 3 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("File too large"), "\(outcome.errors)")
    // A shard of three participants has about 10 kB; study.json has more than twice that.
    if kilobytes > 5 { #expect(outcome.errors.hasPrefix("odograph: out/study.json: ")) }
    #expect(shards("out").count == (kilobytes > 5 ? 2 : 0))
    let others = folder.contents.filter { $0.hasPrefix("out/") && !$0.hasPrefix("out/shards") }
    #expect(others.isEmpty, "\(others)")
    #expect(!folder.contents.contains { $0.contains(".writing-") })
    #expect(try study("study.yaml", "--output", "out").status == 0)
  }

  @Test(
    "What is mistyped is named, and nothing is written",
    arguments: [
      (["study.yaml", "--shard", "4/3"], "accepted: at most 3/3"),
      (["study.yaml", "--shards", "7"], "the plan has only 6 participants to divide"),
      (["merge", "study.yaml"], "shards are missing: 1-6"),
      (
        ["study.yaml", "--shard", "3/1000", "--shards", "10"],
        "--shard is of 1000 shards, --shards is 10"
      ),
      (["many.yaml"], "many.yaml:11: 'shards' is '7'; accepted: at most one for each of the 6"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    try folder.write(SmallStudy.plan(participants: 6) + "\nshards: 7\n", to: "many.yaml")
    let before = folder.contents
    let outcome = try Program.run(["study"] + arguments, in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(folder.contents == before)
  }
}
