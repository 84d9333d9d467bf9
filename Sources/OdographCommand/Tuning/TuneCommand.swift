import ArgumentParser
import Campaigns
import Experiments
import Files
import Foundation
import Scenarios
import Terminal
import Text

/// `odograph tune`: which settings of a preset are worth having others.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Search a preset's settings for better ones, and judge what is found on unseen days.",
    discussion: """
      A plan names a preset, what its settings may become, scenarios and seeds, and what is wanted: see \
      Docs/Tuning.md. Optuna (PyPI) says what to try; every generation is a sweep. What is found on one half \
      of scenarios and seeds is judged on the other, and only that is reported: tune.html, tune.json, and the \
      front as presets for 'odograph compare', in the folder of --out. The same command, started again, goes \
      on where it was ended. Exit status 1 if no tracker meets what the plan requires.
      """)

  @Argument(help: ArgumentHelp("The plan, in YAML.", valueName: "plan.yaml"))
  var plan: String

  @Option(help: "Folder for sweeps and results. (default: Reports/tune-<plan>)")
  var out: String?

  @OptionGroup private var cores: CoreOptions

  @Option(
    help: ArgumentHelp(
      "Have each sweep lived by this command line instead, such as a cluster's.",
      discussion:
        "{plan} and {out} in it stand for the sweep's plan and folder. It ends when all shards are there.",
      valueName: "command"))
  var engine: String?

  @Option(help: ArgumentHelp("The Python that has Optuna.", valueName: "path"))
  var python: String = "python3"

  @Flag(help: "Do away with what another plan or program has left in the folder.")
  var renew = false

  @Option(help: "What to print: tables for people, or tune.json.")
  var format: TuningFormat = .terminal

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; accepted: a path") }
    guard python != "" else { throw ValidationError("--python is empty; accepted: a path") }
    for word in ["{plan}", "{out}"] where engine.map({ !$0.contains(word) }) ?? false {
      throw ValidationError(
        "--engine lacks \(word); accepted: a command line with {plan} and {out}")
    }
  }

  func run() throws {
    let tuning = try TuningPlan.read(path: plan)
    let path = out ?? ShardOptions.usualFolder("tune", ofPlan: plan)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let flag = interruption.flag
    let adviser = try adviser { flag.isUp }
    let folder = try StagedFolder.opened(path, option: "--out")
    defer { folder.discard() }
    try folder.refuseObstacles(to: TuningFiles.names, option: "--out")
    let progress = TuningProgress(tuning, isQuiet: quiet)
    defer { progress.clear() }
    var run = TuningRun(tuning, out: path)
    run.jobs = cores.jobs
    run.renews = renew
    run.cleanUp(now: time(nil))
    run.isCancelled = { flag.isUp }
    run.onProgress = progress.report
    run.onRemark = { Console.remark($0) }
    if let engine {
      let command = EngineCommand(engine)
      run.engine = { plan, out in try command.live(plan: plan, out: out) { flag.isUp } }
    }
    let outcome = try advised {
      do { return try run.run(adviser) } catch is CancellationError { return nil }
    }
    progress.clear()
    guard let outcome else {
      throw AlreadyTold.interrupted("the same command goes on from there")
    }
    try TuningFiles(outcome).put(in: folder, as: format, isQuiet: quiet)
    if outcome.tuning.isHopeless { throw AlreadyTold(status: .regression) }
  }

  // MARK: The adviser

  private func adviser(_ isCancelled: @escaping @Sendable () -> Bool) throws -> any Adviser {
    try advised { try PythonAdviser(python: python, isCancelled: isCancelled) }
  }

  /// A Python that is missing, or another program in its place, is told like any other that is: with how to
  /// get it.
  private func advised<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let trouble as AdviserTrouble {
      switch trouble {
      case .noProgram, .noOptuna, .noAdviser:
        throw InputError(
          .commandLine, "--python: tune asks Optuna what to try, and \(trouble)",
          accepted: "--python optuna/bin/python, after 'python3 -m venv optuna' and "
            + "'optuna/bin/pip install optuna'")
      case .ended, .nonsense: throw trouble
      }
    }
  }
}

/// In which form a tuning is printed.
enum TuningFormat: String, ResultFormat {
  case terminal, json
}
