import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Terminal
import Text

/// `odograph check`: compares trackers with their expectations and with earlier results.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fail if a tracker misses an expectation or became worse than its baseline",
    discussion: CommandHelp(
      """
      Expectations stand under a scenario's 'expect:' and apply to the mean over the seeds. A \
      baseline holds each tracker's results on its seeds. The same days run again; a measure has \
      regressed if its differences, seed by seed, exceed its tolerance for the worse with 95 % \
      confidence. Tolerances are in the baseline and can be edited there.

      Without scenarios: all of Scenarios/ that have expectations or a baseline. Exit status: \
      0 nothing became worse, 1 a regression or an expectation that is not met.
      """,
      examples: ["check", "check day.yaml --update", "check day.yaml --page check.html"],
      page: "guide/ci.md"
    ).text)

  @Argument(help: "Scenarios in YAML", completion: .plan) var scenarios: [String] = []

  @OptionGroup var options: CheckOptions

  func run() throws {
    let planned = try PlannedCheck(scenarios, options)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    if options.update {
      try update(planned, interruption.flag)
    } else {
      try check(planned, interruption.flag)
    }
  }

  private func check(_ planned: PlannedCheck, _ flag: InterruptionRequest.Flag) throws {
    var plan = try planned.plan()
    try plan.entries.flatMap(\.choices).warnOfUnreadSettings(isQuiet: options.quiet)
    warnOfMissingBaselines(in: planned)
    warnOfUnusedSeeds(in: planned)
    warnOfUncheckedTrackers(in: planned)
    warnOfPassedOver(in: planned, by: plan)
    try refuseOverwriting(planned)
    let junit = try options.junit.map { try OutputFile($0, option: "--junit") }
    defer { junit?.discard() }
    let markdown = try options.markdown.map { try OutputFile($0, option: "--markdown") }
    defer { markdown?.discard() }
    let page = try options.page.map { try OutputFile($0, option: "--page") }
    defer { page?.discard() }
    let progress = ProgressLine("Checking", unit: "days", isQuiet: options.quiet)
    plan.jobs = options.shared.jobs
    plan.isCancelled = { flag.isUp }
    plan.onProgress = { progress.report(done: $0, of: $1) }
    let report = try plan.run()
    progress.clear()
    try junit?.write([UInt8](JUnitCheck(report).text.utf8))
    try junit?.commit()
    try markdown?.write([UInt8](MarkdownCheck(report).text.utf8))
    try markdown?.commit()
    try page?.write([UInt8](CheckPage(report).html()))
    try page?.commit()
    let text = TerminalCheck(report)
    Console.write(options.quiet ? text.failures : text.text)
    if !report.isComplete { throw AlreadyReported(status: .interrupted) }
    if report.failureCount > 0 { throw AlreadyReported(status: .regression) }
  }

  private func refuseOverwriting(_ planned: PlannedCheck) throws(InputError) {
    var taken = planned.scenarios.flatMap { [$0.path, $0.baselinePath] }
    let outputs = [
      ("--junit", options.junit), ("--markdown", options.markdown), ("--page", options.page),
    ]
    for (option, output) in outputs {
      guard let output else { continue }
      try OutputFile.refuse(output, option: option, overwriting: taken)
      taken.append(output)
    }
  }

  /// Warns of each scenario without a baseline, if the user named scenarios or a baselines folder.
  ///
  /// A renamed scenario has no baseline under its new name, so only its expectations are checked.
  private func warnOfMissingBaselines(in planned: PlannedCheck) {
    let isAsked = !scenarios.isEmpty || options.baselines != CheckOptions.usualBaselines
    guard isAsked, !options.quiet else { return }
    for checked in planned.scenarios where checked.baseline == nil {
      Console.remark(
        "odograph: warning: \(checked.path) has no baseline at \(checked.baselinePath); only its "
          + "expectations are checked")
    }
  }

  /// Warns of each scenario that seeds of the command line do not change.
  private func warnOfUnusedSeeds(in planned: PlannedCheck) {
    guard options.shared.seed != nil || options.seeds != nil, !options.quiet else { return }
    for checked in planned.scenarios where checked.scenario.expectations.isEmpty {
      guard let baseline = checked.baseline else { continue }
      Console.remark(
        "odograph: warning: \(checked.path): --seed and --seeds are for expectations; the baseline "
          + "has its own \(baseline.seedCount) seeds from \(baseline.firstSeed)")
    }
  }

  /// Warns of each tracker that a scenario has and a check passes over.
  private func warnOfUncheckedTrackers(in planned: PlannedCheck) {
    guard !options.quiet else { return }
    for checked in planned.scenarios {
      let names = planned.uncheckedTrackers(of: checked)
      guard !names.isEmpty else { continue }
      Console.remark(
        "odograph: warning: \(checked.path): not checked, since \(checked.baselinePath) lacks it: "
          + "\(listing(names.map(quoted))); 'odograph check --update --preset NAME "
          + "\(checked.path)' adds a tracker")
    }
  }

  /// Warns of each scenario in which `--preset` names none of the trackers to check.
  private func warnOfPassedOver(in planned: PlannedCheck, by plan: CheckPlan) {
    guard !options.quiet else { return }
    let taken = plan.entries.map(\.path)
    for checked in planned.scenarios where !taken.contains(checked.path) {
      Console.remark(
        "odograph: warning: \(checked.path): not checked, since neither its 'expect:' nor "
          + "\(checked.baselinePath) has a tracker of --preset")
    }
  }

  private func update(_ planned: PlannedCheck, _ flag: InterruptionRequest.Flag) throws {
    var plan = try planned.baselinePlan()
    let folder = try StagedFolder.opened(options.baselines, option: "--baselines")
    defer { folder.discard() }
    let names = planned.scenarios.map { URL(fileURLWithPath: $0.baselinePath).lastPathComponent }
    try folder.refuseObstacles(to: names, option: "--baselines")
    let progress = ProgressLine("Simulating", unit: "days", isQuiet: options.quiet)
    plan.jobs = options.shared.jobs
    plan.isCancelled = { flag.isUp }
    plan.onProgress = { progress.report(done: $0, of: $1) }
    let baselines = try plan.run()
    progress.clear()
    guard let baselines else { throw AlreadyReported.interrupted("no baseline is written") }
    for (name, baseline) in zip(names, baselines) {
      try folder.write(BaselineFile.data(baseline), to: name)
    }
    try folder.commit()
    guard !options.quiet else { return }
    for (checked, baseline) in zip(planned.scenarios, baselines) {
      let change = checked.baseline.map { BaselineChange(from: $0, to: baseline) }
      Console.write(
        "\(checked.baselinePath): \(counted(baseline.trackers.count, "tracker")), "
          + Text.seeds(baseline.firstSeed, to: baseline.seeds.last ?? baseline.firstSeed) + "\n"
          + (change.map { TerminalCheck.text($0) } ?? ""))
    }
  }
}
