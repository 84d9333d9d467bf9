import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Terminal

/// `odograph why`: reports, for each cause of gaps, which changes would close the gaps, and at what
/// battery cost.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain a tracker's gaps: what would close them, at what battery cost",
    discussion: CommandHelp(
      """
      Repeats each tracker's days with one thing changed: a setting, an event of that day, or a \
      rule of the phone. For a setting with many values it shows the smallest change that regains \
      four fifths of what the largest regains. Minutes are per day, or per scenario if that is \
      shorter.

      The output folder receives why.html for a browser and why.json. If Reports/NAME or the \
      folder itself has the report of the same scenario, its gaps become links to why.html. \
      After ^C it holds what was tried, marked as partial.
      """,
      examples: [
        "why Scenarios/commuter-weekday.yaml --preset overland-battery-saving",
        "why day.yaml --format html > why.html",
      ],
      page: "guide/why.md"
    ).text)

  @Argument(
    help: ArgumentHelp("A scenario in YAML, or a recording", valueName: "scenario|trace"),
    completion: .scenario)
  var scenario: String

  @OptionGroup var options: WhyOptions
  @OptionGroup(title: "For recordings") var trace: TraceArguments

  private static let files = ["why.json", "why.html"]

  func run() throws {
    let input = try ScenarioInput.read(scenario, trace, apps: options.apps)
    var planned = try PlannedWhy(input, options, trace)
    try planned.plan.choices.warnOfUnreadSettings(isQuiet: options.quiet)
    let folder = try StagedFolder.opened(
      options.output ?? "Reports/why-\(input.folderName(trace))", option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: Self.files, option: "--output")
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let progress = ProgressLine("Trying changes", isQuiet: options.quiet)
    planned.plan.isCancelled = { [flag = interruption.flag] in flag.isUp }
    planned.plan.onProgress = { progress.report(done: $0, of: $1) }
    let why = try planned.plan.run(options: planned.options)
    progress.clear()
    guard let why else {
      Console.remark(
        "odograph: interrupted before the unchanged days were done; nothing is written")
      throw AlreadyReported(status: .interrupted)
    }
    let place = InterruptibleResult(Self.files, in: folder, isComplete: why.isComplete)
    try folder.write(WhyJSON.data(why), to: place.subfolder + "why.json")
    try folder.write(WhyPage(why).html(), to: place.subfolder + "why.html")
    try place.commit()
    if place.subfolder.isEmpty { try WhyNeighbor.linkReport(to: why, in: folder.path) }
    try show(why, in: place.path)
    if !why.isComplete { throw AlreadyReported(status: .interrupted) }
  }

  private func show(_ why: Why, in folder: String) throws {
    try options.format.show("All changes tried: \(folder)/why.html", isQuiet: options.quiet) {
      let rendering = WhyRendering(why, isVerbose: options.verbose)
      Console.write(try rendering.data(options.format, isColored: Console.isColored))
    }
  }
}
