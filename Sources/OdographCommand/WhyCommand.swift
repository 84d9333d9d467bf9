import ArgumentParser
import Experiments
import Files
import Foundation
import Reporting
import Terminal

/// `odograph why`: for each cause of gaps, what would have regained it and what that costs.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say for each cause of gaps what would regain it, and what that costs the battery.",
    discussion: """
      Each tracker lives the same days again with one thing changed: a setting, something that happened \
      that day, or a rule of the phone. Of a setting with many values the smallest change is told that \
      regains four fifths of what the whole one does. Minutes are of a day, or of the scenario where that \
      is shorter.

      why.json lies in the folder of --out. Interrupted with ^C, what was tried is kept there and marked as a \
      part.
      """)

  @Argument(help: ArgumentHelp("A scenario in YAML, or a recording.", valueName: "scenario|trace"))
  var scenario: String

  @OptionGroup var options: WhyOptions
  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    let input = try ScenarioInput.read(scenario, trace)
    var planned = try PlannedWhy(input, options, trace)
    try planned.plan.choices.warnOfUnreadSettings(isQuiet: options.quiet)
    let folder = try StagedFolder.opened(
      options.out ?? "Reports/why-\(input.folderName(trace))", option: "--out")
    defer { folder.discard() }
    try folder.refuseObstacles(to: ["why.json"], option: "--out")
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let progress = ProgressLine("Trying", isQuiet: options.quiet)
    planned.plan.isCancelled = { [flag = interruption.flag] in flag.isUp }
    planned.plan.onProgress = { progress.report(done: $0, of: $1) }
    let why = try planned.plan.run(options: planned.options)
    progress.clear()
    guard let why else {
      Console.remark(
        "odograph: interrupted before the days were lived as they are; nothing is written")
      throw AlreadyTold(status: .interrupted)
    }
    try folder.write(WhyJSON.data(why), to: "why.json")
    try folder.commit()
    try show(why, in: folder)
    if !why.isComplete { throw AlreadyTold(status: .interrupted) }
  }

  private func show(_ why: Why, in folder: StagedFolder) throws {
    try options.format.show("All that was tried: \(folder.path)/why.json", isQuiet: options.quiet) {
      let rendering = WhyRendering(why, isVerbose: options.verbose)
      Console.write(try rendering.data(options.format, isColored: Console.isColored))
    }
  }
}
