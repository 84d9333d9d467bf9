import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Routes
import Terminal

/// `odograph judge`: judges the log of a real tracker as a simulated run is judged, and shows where
/// its figures lie among those of simulated runs on the same days.
struct JudgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Judge a real tracker's log, beside simulated runs of the same day",
    discussion: CommandHelp(
      """
      A log is a store of 'run --store', 'live' or 'serve', or a file in any format of recordings, \
      such as Overland's GeoJSON, OwnTracks' .rec, CSV or GPX. The truth is a recording that \
      another device made meanwhile, or a scenario. With --truth self the log stands alone: it has \
      gaps and a cadence, but no coverage.

      With --preset or --app, the tracker runs on the same days under many seeds. Each figure of \
      the log then has its place among the simulated ones, and each gap the causes that simulated \
      gaps at that time have.

      With --against, the logs before it are days with one setting, and those after it days with \
      another. The result has the difference of the drain and of each measure, with its interval, \
      and the number of days that it takes to see it.

      The output folder receives judge.json and the page judge.html, or judge-settings.json.
      """,
      examples: [
        "judge phone.geojson --truth watch.gpx --preset overland-battery-saving",
        "judge phone.geojson --truth self --preset overland-battery-saving --phone iphone-13",
        "judge mon.geojson --against tue.geojson --truth self",
      ],
      page: "guide/judge.md"
    ).text)

  @Argument(
    help: ArgumentHelp("The log's files, all of one device", valueName: "log"),
    completion: .file())
  var logs: [String]

  @OptionGroup var options: JudgeOptions
  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    if options.against.isEmpty { try judgeOne() } else { try compareSettings() }
  }

  private static let files = ["judge.json", "judge.html", ReportRoutes.judgment.rawValue]

  private func judgeOne() throws {
    var planned = try PlannedJudge(logs, options, trace)
    try planned.plan.choice.map { [$0] }?.warnOfUnreadSettings(isQuiet: options.quiet)
    let folder = try StagedFolder.opened(options.output ?? defaultFolder, option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: Self.files, option: "--output")
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let progress = ProgressLine("Simulating", isQuiet: options.quiet)
    planned.plan.isCancelled = { [flag = interruption.flag] in flag.isUp }
    planned.plan.onProgress = { progress.report(done: $0, of: $1) }
    let judgment = try planned.plan.run(scenario: planned.scenario, options: planned.options)
    progress.clear()
    guard let judgment else {
      Console.remark("odograph: interrupted before a run was done; nothing is written")
      throw AlreadyReported(status: .interrupted)
    }
    let routes = planned.scenario.map?.routes
    let isComplete = judgment.simulation?.isComplete ?? true
    let place = InterruptibleResult(Self.files, in: folder, isComplete: isComplete)
    try folder.write(JudgeJSON.data(judgment), to: place.subfolder + "judge.json")
    try folder.write(
      JudgePage(judgment, routes: routes).html(), to: place.subfolder + "judge.html")
    try ReportRoutes.judgment.write(routes, to: folder, below: place.subfolder)
    try place.commit()
    try show(judgment, routes: routes, in: place.path)
    if !isComplete { throw AlreadyReported(status: .interrupted) }
  }

  var defaultFolder: String {
    let log = ScenarioInput.folderName(of: logs[0])
    return "Reports/judge-\(log)"
  }

  private func show(
    _ judgment: Judgment, routes: RouteFile?, in folder: String
  ) throws {
    try options.format.show("Judgment: \(folder)/judge.html", isQuiet: options.quiet) {
      let rendering = JudgeRendering(judgment, routes: routes, isVerbose: options.verbose)
      Console.write(try rendering.data(options.format, isColored: Console.isColored))
    }
  }
}
