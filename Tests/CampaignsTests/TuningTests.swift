import Evaluation
import Files
import Foundation
import Scenarios
import Testing
import Text

@testable import Campaigns
@testable import Experiments
@testable import Simulation

/// An optimizer that proposes the given candidates, generation by generation, and keeps its
/// results.
private final class ScriptedSampler: CandidateSampler {
  private var generations: [[[Double]]]
  private(set) var task: SamplerTask?
  private(set) var told: [[CandidateResult]] = []

  init(_ generations: [[[Double]]]) { self.generations = generations }

  func begin(_ task: SamplerTask) -> String {
    self.task = task
    return "Script 1"
  }

  func ask(_ count: Int) -> [[Double]] {
    generations.isEmpty ? [] : generations.removeFirst()
  }

  func tell(_ results: [CandidateResult]) { told.append(results) }
}

/// A folder with a plan over four scenarios of an hour.
private final class TuningFixture {
  let folder: String

  static let plan = """
    odograph: 1
    name: Small
    preset: overland-significant-only
    settings:
      sendInterval: [1 min, 5 min, 20 min]
      minimumDistance: { from: 10 m, to: 1 km, spacing: geometric }
    scenarios: [first.yaml, second.yaml, third.yaml, fourth.yaml]
    seeds: { search: 3, judge: 4 }
    generations: 2
    population: 3
    """

  init(_ plan: String = TuningFixture.plan) throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-tuning-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["first", "second", "third", "fourth"] {
      try write(
        """
        odograph: 1
        name: \(name)
        start: 2026-03-02T08:00:00Z
        duration: 1 h
        permissions: { location: always, motion: denied }
        places:
          home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
          office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
        day: [{ stay: home, for: 10 min }, { drive: office }]
        """, to: name + ".yaml")
    }
    try write(plan, to: "plan.yaml")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }

  func plan() throws -> TuningPlan { try TuningPlan.read(path: folder + "/plan.yaml") }

  func run(to out: String = "out") throws -> TuningRun {
    TuningRun(try plan(), out: folder + "/" + out)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + name)
  }
}

/// Two generations: the preset, a similar candidate and a coarse one; then one of them again, and
/// two new ones.
private let generations: [[[Double]]] = [
  [[1, 100], [0, 10], [2, 1000]], [[0, 10], [0, 100], [1, 50.04]],
]

@Suite("Tunings")
struct TuningTests {
  @Test("The adviser hears of settings, wishes, seed and start; a value that lies outside is null")
  func task() throws {
    let fixture = try TuningFixture()
    let sampler = ScriptedSampler(generations)
    _ = try fixture.run().run(sampler)
    let task = try #require(sampler.task)
    #expect(task.seed == 1 && task.population == 3)
    #expect(task.settings.map(\.name) == ["sendInterval", "minimumDistance"])
    #expect(task.settings.map(\.kind) == [.choice, .range])
    #expect(task.settings[0].count == 3 && task.settings[1].isGeometric == true)
    #expect(task.directions == [.maximize, .minimize])
    // The preset sends every five minutes and has no distance filter, which is out of the range.
    #expect(task.start == [1, nil])
  }

  @Test("Each generation is a sweep over the search's half; what was lived before is told again")
  func search() throws {
    let fixture = try TuningFixture()
    let sampler = ScriptedSampler(generations)
    let outcome = try #require(try fixture.run().run(sampler))
    let second = try fixture.text("out/search/generation-002/plan.yaml")
    #expect(second.contains("- \"../../../first.yaml\"\n  - \"../../../third.yaml\"\ntrackers:"))
    #expect(second.contains("seed: 1\nseeds: 3\n"))
    // The first candidate of the second generation is the second of the first.
    #expect(!second.contains("trial-0004") && second.contains("trial-0005"))
    #expect(second.contains("set: { sendInterval: \"5 min\", minimumDistance: \"50 m\" }"))
    #expect(sampler.told.map(\.count) == [3, 3])
    #expect(sampler.told[1][0] == sampler.told[0][1] && sampler.told[1][0].values?.count == 2)
    let searched = outcome.tuning.search
    #expect(searched.candidatesAsked == 6 && searched.candidatesLived == 5)
    // Three and two candidates on two scenarios, with three seeds each.
    #expect(searched.half.phoneDays == 5 * 2 * 3)
  }

  @Test("What is reported is of the other half alone, and the same as compare finds there")
  func judgement() throws {
    let fixture = try TuningFixture()
    let outcome = try #require(try fixture.run().run(ScriptedSampler(generations)))
    let tuning = outcome.tuning
    #expect(tuning.judgement.scenarios == ["second", "fourth"])
    #expect(tuning.judgement.firstSeed == 4 && tuning.judgement.seedCount == 4)
    #expect(tuning.judged[0].name == tuning.start && tuning.judged[0].changes.isEmpty)
    #expect(tuning.judged.count > 1)
    let comparison = outcome.comparison
    #expect(comparison.scenarios.map(\.scenario.name) == ["second", "fourth"])
    #expect(comparison.design.firstSeed == 4 && comparison.reference == tuning.start)
    for (candidate, tracker) in zip(tuning.judged, try #require(comparison.portfolio).trackers) {
      #expect(candidate.figures == ["pathCoverage", Measures.cost].compactMap(tracker.figure))
    }
    let judge = try fixture.text("out/judge/plan.yaml")
    #expect(judge.contains("seed: 4\nseeds: 4\n") && !judge.contains("first.yaml"))
    let worth = try fixture.text("out/worth/plan.yaml")
    #expect(worth.contains("seed: 4\nseeds: 4\n") && !worth.contains("first.yaml"))
  }

  @Test("What each of the chosen one's settings is worth: one put back each")
  func worth() throws {
    let fixture = try TuningFixture()
    let tuning = try #require(try fixture.run().run(ScriptedSampler(generations))).tuning
    let chosen = try #require(tuning.judged.first { $0.name == tuning.choice.chosen })
    #expect(tuning.worth.map(\.change) == chosen.changes)
    for worth in tuning.worth {
      #expect(worth.differences.map(\.measure) == ["pathCoverage", Measures.cost])
    }
  }

  @Test("Run again it asks the adviser, lives nothing, and says the same")
  func again() throws {
    let fixture = try TuningFixture()
    let first = try #require(try fixture.run().run(ScriptedSampler(generations)))
    var run = try fixture.run()
    run.engine = { plan, _ in
      Issue.record("\(plan) is lived again")
      return true
    }
    let second = try #require(try run.run(ScriptedSampler(generations)))
    #expect(second.tuning == first.tuning && second.comparison == first.comparison)
  }

  @Test(
    "Interrupted anywhere it goes on, on any number of cores, to the same end", arguments: [1, 3])
  func interrupted(jobs: Int) throws {
    let fixture = try TuningFixture()
    let whole = try #require(try fixture.run(to: "whole").run(ScriptedSampler(generations)))
    var rounds = 0
    var outcome: TuningOutcome?
    while outcome == nil, rounds < 100 {
      rounds += 1
      var run = try fixture.run()
      run.jobs = jobs
      let asked = Counter()
      run.isCancelled = { [rounds] in asked.next() > 8 * rounds }
      outcome = try run.run(ScriptedSampler(generations))
    }
    #expect(rounds > 3 && outcome?.tuning == whole.tuning)
  }

  @Test("An engine lives the sweeps elsewhere; one that leaves something out is told")
  func engine() throws {
    let fixture = try TuningFixture()
    let here = try #require(try fixture.run(to: "here").run(ScriptedSampler(generations)))
    var run = try fixture.run(to: "there")
    run.engine = { path, out in
      let plan = try SweepPlan.read(path: path)
      let folder = ShardFolder(out: out)
      try folder.make()
      let shards = Shard.all(3)
      return try ShardWork(plan, in: folder).run(shards) == 3
    }
    #expect(try run.run(ScriptedSampler(generations))?.tuning == here.tuning)
    var lazy = try fixture.run(to: "lazy")
    lazy.engine = { _, _ in true }
    let trouble = try #require(throws: FileError.self) {
      try lazy.run(ScriptedSampler(generations))
    }
    #expect(trouble.description.contains("the engine has ended, but shards are missing"))
  }

  @Test("If no candidate meets what is required, the nearest are judged, and said to fail")
  func hopeless() throws {
    let fixture = try TuningFixture(TuningFixture.plan + "\nrequire: \"fixCount >= 1000000\"\n")
    let sampler = ScriptedSampler(generations)
    let tuning = try #require(try fixture.run().run(sampler)).tuning
    #expect(tuning.isHopeless && tuning.front.isEmpty && !tuning.search.foundEligible)
    #expect(tuning.choice.chosen == nil && tuning.worth.isEmpty)
    #expect(tuning.judged.count == 4 && tuning.judged.allSatisfy { $0.standing == .failing })
    #expect(sampler.told.joined().allSatisfy { $0.violations[0] > 0 })
  }

  @Test("A candidate that the preset is already is not judged beside it")
  func unchanged() throws {
    // Minutes may be written as seconds, with the same meaning.
    let plan = TuningFixture.plan.replacing(
      "minimumDistance: { from: 10 m, to: 1 km, spacing: geometric }",
      with: "alwaysRequestDelay: [1 s, 1 min]"
    )
    .replacing("5 min,", with: "300 s,")
    let fixture = try TuningFixture(plan)
    let sampler = ScriptedSampler([[[1, 0], [1, 0], [1, 0]], [[1, 0], [1, 0], [1, 0]]])
    let tuning = try #require(try fixture.run().run(sampler)).tuning
    #expect(sampler.task?.start == [1, 0])
    #expect(tuning.judged.map(\.name) == [tuning.start] && tuning.front.isEmpty)
    #expect(tuning.choice.chosen == tuning.start && !tuning.isHopeless)
    #expect(!fixture.exists("out/search/generation-002"))
  }

  @Test(
    "An adviser that answers what was not asked is told, and nothing of it is lived",
    arguments: [
      ([[[0, 10.0]]], "1 candidates rather than 3"),
      ([[[0], [0], [0]]], "a candidate with 1 of 2 settings"),
      (
        [[[0, 10], [0, 10], [0, 9]]],
        "9.0 for 'minimumDistance', which may be 10 m to 1000 m"
      ),
      ([[[0, 10], [3, 10], [0, 10]]], "3.0 for 'sendInterval', which may be 1 min, 5 min"),
      ([[[0, 10], [0.5, 10], [0, 10]]], "0.5 for 'sendInterval'"),
      ([[[0, 10], [-1, 10], [0, 10]]], "-1.0 for 'sendInterval'"),
    ])
  func nonsense(answers: [[[Double]]], words: String) throws {
    let fixture = try TuningFixture()
    let trouble = try #require(throws: SamplerFailure.self) {
      try fixture.run().run(ScriptedSampler(answers))
    }
    #expect(
      trouble.description.contains("the optimizer's answer is invalid: " + words), "\(trouble)")
    #expect(!fixture.exists("out/search/generation-001"))
  }

  @Test("A folder of another plan, another adviser or other answers is refused by what differs")
  func foreign() throws {
    let fixture = try TuningFixture()
    _ = try fixture.run().run(ScriptedSampler(generations))
    let other = try #require(throws: InputError.self) {
      try fixture.run().run(ScriptedSampler([[[0, 20], [0, 30], [0, 40]]]))
    }
    #expect(
      other.description.contains(
        "generation-001/plan.yaml: this is not the plan that the optimizer asks"))
    try fixture.write(
      TuningFixture.plan.replacing("judge: 4", with: "judge: 5"), to: "plan.yaml")
    var renewed = try fixture.run()
    renewed.renews = true
    #expect(try renewed.run(ScriptedSampler(generations)) != nil)
  }

  @Test(
    "What the plan decides makes a folder another tuning's",
    arguments: [
      ("20 min]", "21 min]", "settings differ"), ("to: 1 km", "to: 1001 m", "settings differ"),
      ("spacing: geometric", "spacing: even", "settings differ"),
      ("search: 3", "search: 4", "the search's half is 2 × seeds 1 + 4, not 2 × seeds 1 + 3"),
      ("judge: 4", "judge: 5", "the judgement's half is"),
      ("population: 3", "population: 4", "the population is 4, not 3"),
      ("population: 3", "population: 3\njudged: 5", "the number judged at most is 5, not 12"),
      ("population: 3", "population: 3\nmaximise: tripRecall", "objectives differ"),
      ("population: 3", "population: 3\nrequire: tripRecall >= 0", "requirements differ"),
      ("population: 3", "population: 3\nchoose: pathCoverage", "the choice differs"),
      ("second.yaml, third.yaml", "third.yaml, second.yaml", "the order of scenarios differs"),
    ])
  func decided(old: String, new: String, words: String) throws {
    let fixture = try TuningFixture()
    let folder = TuningFolder(out: fixture.folder + "/out")
    try folder.claim(for: try fixture.plan(), sampler: "Script 1", renews: false)
    try fixture.write(TuningFixture.plan.replacing(old, with: new), to: "plan.yaml")
    let plan = try fixture.plan()
    let error = try #require(throws: InputError.self) {
      try folder.claim(for: plan, sampler: "Script 1", renews: false)
    }
    #expect(
      error.description.contains("this folder has another tuning: \(words)"), "\(error)")
  }

  @Test(
    "Remarks, blanks, another order of keys, another name: the same tuning, nothing lived again")
  func saidOtherwise() throws {
    let fixture = try TuningFixture()
    let first = try #require(try fixture.run().run(ScriptedSampler(generations)))
    try fixture.write(
      """
      # Tidied up.
      odograph: 1
      description: all the same
      population: 3

      generations:   2
      seed: 1
      seeds: { judge: 4, search: 3 }
      search: [first.yaml, third.yaml]
      judge: [./second.yaml, fourth.yaml]
      settings:
        sendInterval: [1 min, 5 min, 20 min] # as before
        minimumDistance: { spacing: geometric, to: 1000 m, from: 0.01 km }
      preset: overland-significant-only
      name: Another name
      """, to: "plan.yaml")
    var run = try fixture.run()
    run.engine = { plan, _ in
      Issue.record("\(plan) is lived again")
      return true
    }
    var second = try #require(try run.run(ScriptedSampler(generations))).tuning
    #expect(second.name == "Another name")
    second.name = first.tuning.name
    #expect(second.judged == first.tuning.judged && second.worth == first.tuning.worth)
  }

  @Test("What killed runs have left half written goes; what was just begun is let be")
  func cleanedUp() throws {
    let fixture = try TuningFixture()
    let left =
      ["search/.fingerprint.json", "search/generation-001/.plan.yaml", "judge/.plan.yaml"]
      .map { "out/\($0).writing-abc123" } + ["out/worth/shards/.1-of-1.shard.writing-abc123"]
    for path in left {
      let url = URL(fileURLWithPath: fixture.folder + "/" + path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try fixture.write("", to: path)
    }
    try fixture.run().cleanUp(now: 1000)
    #expect(left.allSatisfy(fixture.exists))
    try fixture.run().cleanUp(now: .max)
    #expect(!left.contains(where: fixture.exists))
  }

  @Test("An objective that applies nowhere is refused by its line, rather than searched for")
  func idleObjective() throws {
    let fixture = try TuningFixture(TuningFixture.plan + "\nmaximise: gateRecall\n")
    let error = try #require(throws: InputError.self) {
      try fixture.run().run(ScriptedSampler(generations))
    }
    #expect(
      error.description.contains("plan.yaml:11: 'gateRecall' applies to none of the search's"),
      "\(error)")
  }

  @Test("A user's own preset file is found from every sweep")
  func ownPreset() throws {
    let fixture = try TuningFixture(
      TuningFixture.plan.replacing("overland-significant-only", with: "own.yaml"))
    let text = try #require(PresetLibrary.text(named: "overland-significant-only"))
    try fixture.write(
      text.replacing("preset: overland-significant-only", with: "preset: mine"), to: "own.yaml")
    let outcome = try #require(try fixture.run().run(ScriptedSampler(generations)))
    #expect(outcome.tuning.start == "mine")
    #expect(try fixture.text("out/judge/plan.yaml").contains("preset: \"../../own.yaml\""))
  }

  @Test("The plan that the page shows is the example, and can be read")
  func example() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let example = root.appendingPathComponent("Examples/Tuning/adaptive.yaml")
    let text = try String(contentsOf: example, encoding: .utf8)
    let page = try String(
      contentsOf: root.appendingPathComponent("Docs/Tuning.md"), encoding: .utf8)
    #expect(page.contains("```yaml\n\(text)```"))
    let plan = try TuningPlan.read(path: example.path)
    #expect(plan.start == "adaptive" && plan.space.dimensions.count == 6)
    // The preset's own values are within the ranges.
    #expect(SamplerTask(plan).start.allSatisfy { $0 != nil })
  }

  @Test("A damaged shard is told and lived again")
  func damaged() throws {
    let fixture = try TuningFixture()
    let first = try #require(try fixture.run().run(ScriptedSampler(generations)))
    let shard = fixture.folder + "/out/judge/shards/3-of-8.shard"
    let whole = try #require(FileManager.default.contents(atPath: shard))
    try whole.prefix(1000).write(to: URL(fileURLWithPath: shard))
    var run = try fixture.run()
    let remarks = Counter()
    run.onRemark = { remark in
      #expect(remark.hasSuffix("its checksum is wrong; this shard is run again"))
      _ = remarks.next()
    }
    #expect(try run.run(ScriptedSampler(generations))?.tuning == first.tuning)
    #expect(remarks.next() == 2 && FileManager.default.contents(atPath: shard) == whole)
  }

  @Test(
    "What only shows when the plan meets presets and scenarios",
    arguments: [
      (
        "minimumDistance: {", "fenceRadius: {",
        ":6: no behavior of overland-significant-only reads 'fenceRadius'; it is read by "
          + "trackedFence; accepted: settings that overland-significant-only reads: trackingMode, "
      ),
      (
        "sendInterval: [1 min, 5 min, 20 min]", "stillInterval: [1 min, 2 min]",
        "did you mean 'sendInterval'?"
      ),
      (
        "sendInterval: [1 min, 5 min, 20 min]", "stillInterval: [1 min, 2 min]",
        ":5: no behavior of overland-significant-only reads 'stillInterval'"
      ),
      ("preset: overland-significant-only", "preset: overland", "no preset is called 'overland'"),
      ("fourth.yaml", "fith.yaml", "there is no file"),
    ])
  func mistakes(words: String, instead: String, message: String) throws {
    let fixture = try TuningFixture(TuningFixture.plan.replacing(words, with: instead))
    let error = try #require(throws: InputError.self) { try fixture.plan() }
    #expect(error.description.contains(message), "\(error)")
  }
}

/// A counter for several threads.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
