import ArgumentParser
import CommandOptions
import Experiments
import Files
import Terminal
import Text

/// `odograph compare`: compares presets over scenarios and seeds, and reports how certain their
/// order is.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare presets over many seeds, with intervals",
    discussion: CommandHelp(
      """
      Runs every preset, or those named, on every scenario under the same seeds. Model parameters \
      that no source settles are drawn anew for every two seeds, so that the result separates \
      day-to-day variation from model uncertainty, counts the draws in which the order holds, and \
      names the facts that change it. Where sources contradict each other, each model variant runs \
      on a few of the seeds; the result names variants that change which tracker is first, \
      recommended or on the Pareto front.

      The output folder receives comparison.html for a browser and comparison.json. After ^C it \
      holds the runs that were done, marked as partial; its subfolder partial holds them if the \
      folder has a complete comparison.
      """,
      examples: [
        "compare Scenarios/commuter-weekday.yaml",
        "compare day.yaml --require \"tripRecall >= 0.95\" --minimize battery",
      ], page: "guide/compare.md"
    ).text)

  @Argument(
    help: ArgumentHelp("Scenarios in YAML, or recordings", valueName: "scenario|trace"),
    completion: .scenario)
  var scenarios: [String]

  @OptionGroup var options: CompareOptions
  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    var known: Set<String> = []
    for path in scenarios where !known.insert(canonicalPath(path)).inserted {
      throw InputError(
        SourceLocation(file: path), "it is given twice", accepted: "each scenario once")
    }
    let inputs = try scenarios.map { try ScenarioInput.read($0, trace, apps: options.apps) }
    var planned = try PlannedComparison(inputs, options, trace)
    try planned.plan.entries.flatMap(\.choices).warnOfUnreadSettings(isQuiet: options.quiet)
    let folder = try StagedFolder.opened(folderPath(inputs), option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: ComparisonFiles.names, option: "--output")
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let progress = ProgressLine("Comparing", isQuiet: options.quiet)
    planned.plan.isCancelled = { [flag = interruption.flag] in flag.isUp }
    planned.plan.onProgress = { progress.report(done: $0, of: $1) }
    let comparison = try planned.plan.run(options: planned.options)
    progress.clear()
    guard let comparison else {
      Console.remark("odograph: interrupted before a day was done; nothing is written")
      throw AlreadyReported(status: .interrupted)
    }
    let files = ComparisonFiles(comparison)
    let place = InterruptibleResult(
      ComparisonFiles.names, in: folder, isComplete: comparison.isComplete)
    try files.write(in: folder, below: place.subfolder)
    try place.commit()
    try files.show(
      place.path, as: options.format, isQuiet: options.quiet, isVerbose: options.verbose)
    if !comparison.isComplete { throw AlreadyReported(status: .interrupted) }
  }

  private func folderPath(_ inputs: [ScenarioInput]) -> String {
    if let out = options.output { return out }
    let name = inputs.count == 1 ? inputs[0].folderName(trace) : "\(inputs.count)-scenarios"
    return "Reports/compare-\(name)"
  }
}
