import Foundation
import TestSupport
import Testing

@Suite("odograph tune")
struct TuneTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(Self.scenario, to: "errand.yaml")
    try folder.write(
      Self.scenario.replacing("name: Errand", with: "name: Second"), to: "second.yaml")
    try folder.write(Self.plan, to: "plan.yaml")
    try folder.writeProgram(Self.sampler, to: "adviser")
  }

  /// An hour that is quick to simulate.
  private static let scenario = """
    odograph: 1
    name: Errand
    start: 2026-03-02T09:00:00Z
    duration: 1 h
    permissions: { location: always, motion: denied }
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m }
      shop: { at: [45.5122, -122.6587], radius: 40 m }
    day: [{ stay: home, for: 10 min }, { drive: shop }]

    """

  private static let plan = """
    odograph: 1
    name: Small
    preset: overland-significant-only
    settings:
      sendInterval: [1 min, 20 min]
      minimumDistance: { from: 10 m, to: 5 km, spacing: geometric }
    scenarios: [errand.yaml, second.yaml]
    seeds: { search: 2, judge: 4 }
    generations: 2
    population: 3

    """

  /// A script that speaks the protocol of a Python with Optuna, with prepared answers.
  private static let sampler = """
    #!/bin/sh
    read task
    echo '{"adviser":"Script 1"}'
    generation=0
    while read line; do
      case "$line" in
        *'"ask"'*) generation=$((generation + 1))
          case $generation in
            1) echo '{"candidates":[[1,500],[0,100],[1,1000]]}' ;;
            *) echo '{"candidates":[[0,100],[0,2000],[1,75.04]]}' ;;
          esac ;;
        *) echo '{"told":3}' ;;
      esac
    done

    """

  private func tune(_ arguments: String..., python: String = "./adviser") throws -> Program.Outcome
  {
    try Program.run(["tune"] + arguments + ["--python", python], in: folder)
  }

  private func tuning(_ out: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: folder.data("\(out)/tune.json"))
    return try #require(object as? [String: Any])
  }

  private func expectSame(_ out: String, as other: String) throws {
    let files = folder.contents.filter {
      $0.hasPrefix("\(other)/") && !$0.contains("/shards") && $0.contains(".")
    }
    #expect(files.count > 8)
    for file in files {
      let counterpart = out + file.dropFirst(other.count)
      #expect(try folder.data(counterpart) == folder.data(file), "\(file)")
    }
  }

  @Test("Tables, page, tune.json, and a front of presets that compare reads")
  func whole() throws {
    // Ten seeds are enough for intervals.
    try folder.write(Self.plan.replacing("judge: 4", with: "judge: 10"), to: "plan.yaml")
    let outcome = try tune("plan.yaml", "--output", "out")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for words in [
      "Searched by Script 1: 6 candidates in 2 generations, 5 of them different, on Errand;",
      "seeds 1 to 2.", "Judged on the holdout set: Second; seeds 3 to 12.",
      "Better than overland-significant-only", "Recommended: trial-0001, the ",
      "  sendInterval 5 min     0.0            +0.08  matters", "no effect",
      "Tuning: out/tune.html",
    ] {
      #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
    }
    let page = String(decoding: try folder.data("out/tune.html"), as: UTF8.self)
    #expect(page.contains("Pareto front on the holdout set"))
    let presets = folder.contents.filter { $0.hasPrefix("out/front/") && $0.hasSuffix(".yaml") }
    #expect(!presets.isEmpty)
    let names = presets.joined(separator: ",")
    let compared = try Program.run(
      "compare", "second.yaml", "--preset", "overland-significant-only," + names, "--seed", "3",
      "--seeds", "10", "--no-readings", "--format", "json", "--output", "compared", in: folder)
    #expect(compared.status == 0, "\(compared.errors)")
    try expectFigures(of: compared.output, in: "out")
  }

  /// Expects that `compare` reports the judged figures for a preset's file over the same days.
  private func expectFigures(of comparison: String, in out: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(comparison.utf8))
    let scenarios = (object as? [String: Any])?["scenarios"] as? [[String: Any]]
    let findings = scenarios?.first?["findings"] as? [String: Any]
    let trackers = try #require(findings?["trackers"] as? [[String: Any]])
    let judged = try #require(try tuning(out)["judged"] as? [[String: Any]])
    for tracker in trackers {
      let own = try #require(
        judged.first { $0["name"] as? String == tracker["tracker"] as? String })
      let figures = try #require(own["figures"] as? [NSDictionary])
      let compared = try #require(tracker["figures"] as? [NSDictionary])
      #expect(figures.allSatisfy(compared.contains), "\(figures)")
    }
  }

  @Test(
    "Killed at any moment and started again, on any number of cores, the result is the same bytes")
  func killed() throws {
    #expect(try tune("plan.yaml", "--output", "one", "--jobs", "1").status == 0)
    var isStaging: Bool { folder.contents.contains { $0.contains(".partial-") } }
    for moment in stride(from: 0.1, through: 0.5, by: 0.08) {
      try killed { $0.processorSeconds >= moment }
    }
    // Whatever the machine's speed, one of the kills falls into the writing of a file.
    for _ in 0..<50 where !isStaging { try killed { _ in isStaging } }
    #expect(isStaging)
    #expect(try tune("plan.yaml", "--output", "out", "--jobs", "3").status == 0)
    try expectSame("out", as: "one")
    #expect(!folder.contents.contains { $0.contains(".partial-") || $0.contains(".begun-") })
  }

  /// Starts a tuning and kills it as soon as the condition holds.
  private func killed(when condition: (Program.Running) -> Bool) throws {
    let running = try Program.start(
      ["tune", "plan.yaml", "--output", "out", "--jobs", "1", "--python", "./adviser"], in: folder)
    while !condition(running), running.process.isRunning { usleep(1_000) }
    kill(running.process.processIdentifier, SIGKILL)
    _ = try running.outcome()
  }

  @Test("An engine's command line lives each sweep, and its words go into a file")
  func engine() throws {
    #expect(try tune("plan.yaml", "--output", "one").status == 0)
    let line =
      "'\(builtProgram.path)' sweep {plan} --shards 2 --output {out} --no-merge && echo lived"
    let outcome = try tune("plan.yaml", "--output", "out's", "--engine", line)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(folder.contents.contains("out's/judge/shards/2-of-2.shard"))
    #expect(try folder.data("out's/judge/engine.log") == Data("lived\n".utf8))
    #expect(try folder.data("out's/tune.json") == folder.data("one/tune.json"))
    let failing = try tune(
      "plan.yaml", "--output", "other", "--engine", "echo {plan} {out}; echo no room >&2; exit 9")
    #expect(failing.status == 3, "\(failing.errors)")
    #expect(
      failing.errors.hasPrefix(
        "odograph: the engine ended with status 9: no room (full output: "))
    #expect(failing.errors.contains("/other/search/generation-001/engine.log); the same command"))
    #expect(try tune("plan.yaml", "--output", "other").status == 0)
  }

  @Test(
    "If no candidate meets the requirement the status is 1, and the nearest are shown")
  func hopeless() throws {
    try folder.write(Self.plan + "require: \"fixCount >= 1000000\"\n", to: "plan.yaml")
    let outcome = try tune("plan.yaml", "--output", "out")
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "No candidate meets the requirements. The nearest candidates were judged."),
      "\(outcome.output)")
    #expect(!folder.contents.contains { $0.hasPrefix("out/front") })
  }

  @Test("Interrupted, it says so, and goes on from there")
  func interrupted() throws {
    try folder.write(Self.plan.replacing("search: 2,", with: "search: 4000,"), to: "long.yaml")
    let running = try Program.start(
      ["tune", "long.yaml", "--output", "out", "--python", "./adviser"], in: folder)
    let outcome = try running.interrupted(afterProcessorSeconds: 1)
    #expect(outcome.status == 130 && outcome.output.isEmpty)
    #expect(outcome.errors == "odograph: interrupted; the same command continues\n")
    #expect(!folder.contents.contains { $0.contains(".writing-") || $0.contains(".partial-") })
    #expect(!folder.contents.contains("out/tune.json"))
  }

  @Test("An adviser that says nothing is not waited for after an interruption")
  func silentAdviser() throws {
    try folder.writeProgram("#!/bin/sh\ntouch began\nexec sleep 1000\n", to: "silent")
    let running = try Program.start(
      ["tune", "plan.yaml", "--output", "out", "--python", "./silent"], in: folder)
    while !FileManager.default.fileExists(atPath: folder.path + "/began") {
      try #require(running.process.isRunning)
      Thread.sleep(forTimeInterval: 0.02)
    }
    running.process.terminate()
    #expect(try running.outcome().status == 130)
  }

  @Test("A disk without room is told, and the same command finishes", arguments: [1, 4, 20])
  func fullDisk(kilobytes: Int) throws {
    let running = try Program.start(
      ["tune", "plan.yaml", "--output", "out", "--python", "./adviser"], in: folder,
      fileKilobytesMax: kilobytes)
    let outcome = try running.outcome()
    #expect(outcome.status == 3 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(!folder.contents.contains { $0.contains(".writing-") || $0.contains(".partial-") })
    #expect(try tune("plan.yaml", "--output", "out").status == 0)
  }

  @Test(
    "A Python that is not there, has no Optuna, dies or talks nonsense is told, and leaves no result",
    arguments: [
      (
        "no-such-python", 2,
        "'no-such-python' cannot be started; accepted: --python optuna/bin/python"
      ),
      ("./plan.yaml", 2, "'./plan.yaml' cannot be started"),
      ("./interpreterless", 2, "'./interpreterless' cannot be started"),
      (
        "./without", 2,
        "'./without' has no Optuna: No module named 'optuna'; accepted: --python optuna/bin/python, "
          + "after 'python3 -m venv optuna' and 'optuna/bin/pip install optuna'"
      ),
      (
        "./dying", 3,
        "the optimizer ended before it was done: MemoryError; run the same command again"
      ),
      (
        "./silent", 2,
        "'./silent' is not a Python with Optuna: it ended without output; accepted: "
      ),
      ("./babbling", 2, "'./babbling' is not a Python with Optuna: it answers 'Hello'; accepted: "),
      ("./nameless", 2, "'./nameless' is not a Python with Optuna: it gives no name; accepted: "),
      (
        "ls", 2,
        "odograph: --python: tune needs Optuna, and "
          + "'ls' is not a Python with Optuna: it ended"
      ),
    ])
  func troubles(python: String, status: Int32, words: String) throws {
    try folder.writeProgram(
      "#!/bin/sh\nread task\necho '{\"missing\":\"No module named '\"\"'optuna'\"\"'\"}'\n"
        .replacing("'\"\"'optuna'\"\"'", with: "'\"'\"'optuna'\"'\"'"), to: "without")
    try folder.writeProgram(
      "#!/bin/sh\nread task; echo '{\"adviser\":\"Script 1\"}'; read ask\n"
        + "echo Traceback >&2; echo MemoryError >&2; exit 1\n", to: "dying")
    try folder.writeProgram("#!/no/such/interpreter\n", to: "interpreterless")
    try folder.writeProgram("#!/bin/sh\nexit 0\n", to: "silent")
    try folder.writeProgram("#!/bin/sh\nread task; echo Hello; read more\n", to: "babbling")
    try folder.writeProgram("#!/bin/sh\nread task; echo '{}'; read more\n", to: "nameless")
    let outcome = try tune("plan.yaml", "--output", "out", python: python)
    #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1)
    #expect(!folder.contents.contains("out/tune.json"))
    #expect(try tune("plan.yaml", "--output", "out").status == 0)
  }

  @Test("A Python that dies in the middle has cost nothing: the same command finishes")
  func died() throws {
    #expect(try tune("plan.yaml", "--output", "one").status == 0)
    try folder.writeProgram(
      Self.sampler.replacing(
        "*) echo '{\"candidates\"", with: "*) exit 7 ;; 9) echo '{\"candidates\""),
      to: "dying")
    let outcome = try tune("plan.yaml", "--output", "out", python: "./dying")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(folder.contents.contains("out/search/generation-001/plan.yaml"))
    #expect(try tune("plan.yaml", "--output", "out").status == 0)
    try expectSame("out", as: "one")
  }

  @Test(
    "An edited plan, or another scenario, is refused by what differs; --renew does away with it")
  func edited() throws {
    #expect(try tune("plan.yaml", "--output", "out", "--quiet").output.isEmpty)
    try folder.write(
      Self.plan.replacing("generations: 2", with: "generations: 1"), to: "plan.yaml")
    let outcome = try tune("plan.yaml", "--output", "out")
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix(
        "out/search/fingerprint.json: this folder has another tuning: generations differ: 1, not 2; "
          + "accepted: "), "\(outcome.errors)")
    #expect(try tune("plan.yaml", "--output", "out", "--renew").status == 0)
  }

  @Test("A folder that cannot be written is told before anything is done")
  func readOnly() throws {
    try folder.write("", to: "out")
    let outcome = try tune("plan.yaml", "--output", "out")
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(
      outcome.errors
        == "out: --output: the folder cannot be written: out is a file; accepted: a folder, "
        + "existing or new, that you may write to\n"
    )
  }

  @Test(
    "What is mistyped is named, and nothing is written",
    arguments: [
      (["plan.yml"], "did you mean 'plan.yaml'?"),
      (
        ["errand.yaml"],
        "errand.yaml: this is a scenario; accepted: a plan of a tuning; 'odograph run' takes this one"
      ),
      (["plan.yaml", "--engine", "sbatch {plan}"], "--engine lacks {out}"),
      (["plan.yaml", "--output", ""], "--output is empty"),
      (["plan.yaml", "--jobs", "0"], "accepted: a whole number from 1"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let outcome = try Program.run(["tune"] + arguments + ["--python", "./adviser"], in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(folder.contents == ["adviser", "errand.yaml", "plan.yaml", "second.yaml"])
  }
}
