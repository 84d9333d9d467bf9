import ArgumentParser
import Campaigns
import CommandOptions
import Experiments
import Files
import Foundation
import Scenarios
import Terminal
import Text

/// `odograph tune`: searches for better settings of a preset.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Search for better settings of a preset and test them on unseen days",
    discussion: CommandHelp(
      """
      A plan names a preset, the values that its settings may take, scenarios, seeds and the \
      objectives. Optuna (PyPI) proposes candidates; each generation is a sweep. The search uses \
      one half of scenarios and seeds. The other half, the holdout set, judges what it found, and \
      only those results are reported: tune.html, tune.json and the Pareto front as presets for \
      'odograph compare'. The same command, started again, continues.

      Exit status: 1 if no tracker meets the plan's requirement.
      """,
      examples: ["tune Examples/Tuning/adaptive.yaml --python optuna/bin/python"],
      page: "guide/tuning.md"
    ).text)

  @Argument(help: ArgumentHelp("The plan, in YAML", valueName: "plan.yaml"), completion: .plan)
  var plan: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for sweeps and results (default: Reports/tune-<plan>)", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup private var cores: CoreOptions

  @Option(
    help: ArgumentHelp(
      "A command line that runs each sweep instead, such as on a cluster",
      discussion:
        "{plan} and {out} in it stand for the sweep's plan and folder. It has to return when all shards are done.",
      valueName: "command"))
  var engine: String?

  @Option(help: ArgumentHelp("The Python in which Optuna is installed", valueName: "path"))
  var python: String = "python3"

  @Flag(help: "Discard results of another plan or version")
  var renew = false

  @Option(help: "The form in which the result is printed")
  var format: TuningFormat = .terminal

  @Flag(name: .shortAndLong, help: "Print only errors")
  var quiet = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard output != "" else { throw ValidationError("--output is empty; accepted: a path") }
    guard python != "" else { throw ValidationError("--python is empty; accepted: a path") }
    for word in ["{plan}", "{out}"] where engine.map({ !$0.contains(word) }) ?? false {
      throw ValidationError(
        "--engine lacks \(word); accepted: a command line with {plan} and {out}")
    }
  }

  func run() throws {
    let tuning = try TuningPlan.read(path: plan)
    let path = output ?? ShardOptions.usualFolder("tune", ofPlan: plan)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let flag = interruption.flag
    let sampler = try sampler { flag.isUp }
    let folder = try StagedFolder.opened(path, option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: TuningFiles.names, option: "--output")
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
      do { return try run.run(sampler) } catch is CancellationError { return nil }
    }
    progress.clear()
    guard let outcome else {
      throw AlreadyReported.interrupted("the same command continues")
    }
    try TuningFiles(outcome).put(in: folder, as: format, isQuiet: quiet)
    if outcome.tuning.isHopeless { throw AlreadyReported(status: .regression) }
  }

  // MARK: The optimizer

  private func sampler(_ isCancelled: @escaping @Sendable () -> Bool) throws -> any CandidateSampler
  {
    try advised { try OptunaSampler(python: python, isCancelled: isCancelled) }
  }

  /// Runs `work`. If Python or Optuna is missing, throws an error with the commands that install
  /// it.
  private func advised<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let trouble as SamplerFailure {
      switch trouble {
      case .noProgram, .noOptuna, .noSampler:
        throw InputError(
          .commandLine, "--python: tune needs Optuna, and \(trouble)",
          accepted: "--python optuna/bin/python, after 'python3 -m venv optuna' and "
            + "'optuna/bin/pip install optuna'")
      case .ended, .nonsense: throw trouble
      }
    }
  }
}

/// The format in which the results of a tuning are printed.
enum TuningFormat: String, ResultFormat {
  case terminal, json
}
