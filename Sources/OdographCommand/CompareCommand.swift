import ArgumentParser
import Experiments
import Files
import Terminal

/// `odograph compare`: presets side by side over scenarios and seeds, and how sure their order is.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract:
      "Compare presets over many seeds: intervals, the Pareto front, how sure the order is.",
    discussion: """
      Every preset (or those named) lives every scenario's day under every seed, paired. What sources \
      leave open of the phone is drawn once for every two seeds (--draws sets how often), so that \
      the comparison can tell how much of a difference is chance and how much is ignorance, in how many \
      draws the order holds, and which facts move it. Accounts of sources that contradict one another are \
      tried one by one on a few of the seeds: where one of them changes who is first, on the front or \
      chosen, that is not decided by evidence.

      comparison.html, for a browser, and comparison.json lie in the folder of --out. Interrupted with ^C, what was done is kept there and \
      marked as a part.
      """)

  @Argument(help: ArgumentHelp("Scenarios in YAML, or recordings.", valueName: "scenario|trace"))
  var scenarios: [String]

  @OptionGroup var options: CompareOptions
  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    let inputs = try scenarios.map { try ScenarioInput.read($0, trace) }
    var planned = try PlannedComparison(inputs, options, trace)
    try planned.plan.entries.flatMap(\.choices).warnOfUnreadSettings(isQuiet: options.quiet)
    let folder = try StagedFolder.opened(folderPath(inputs), option: "--out")
    defer { folder.discard() }
    try folder.refuseObstacles(to: ComparisonFiles.names, option: "--out")
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let progress = ProgressLine("Comparing", isQuiet: options.quiet)
    planned.plan.isCancelled = { [flag = interruption.flag] in flag.isUp }
    planned.plan.onProgress = { progress.report(done: $0, of: $1) }
    let comparison = try planned.plan.run(options: planned.options)
    progress.clear()
    guard let comparison else {
      Console.remark("odograph: interrupted before a day was done; nothing is written")
      throw AlreadyTold(status: .interrupted)
    }
    let files = ComparisonFiles(comparison)
    try files.write(in: folder)
    try folder.commit()
    try files.show(
      folder, as: options.format, isQuiet: options.quiet, isVerbose: options.verbose)
    if !comparison.isComplete { throw AlreadyTold(status: .interrupted) }
  }

  private func folderPath(_ inputs: [ScenarioInput]) -> String {
    if let out = options.out { return out }
    let name = inputs.count == 1 ? inputs[0].folderName(trace) : "\(inputs.count)-scenarios"
    return "Reports/compare-\(name)"
  }
}
