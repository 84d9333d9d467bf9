import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Recordings
import Scenarios
import Simulation
import Terminal
import Text
import Timekeeping
import World

/// `odograph new`: writes a scenario for the user to edit, from a recording or from a template.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a scenario to edit, from a recording or from a template",
    discussion: CommandHelp(
      """
      With --from, places are where the recording stays within 100 m for 10 min or more. Between \
      them are legs on foot, by bicycle or by car, judged by speed or as the recording says. At \
      most seven days are taken: the first, or those from --from-time on. Every recording that \
      'odograph run' reads is accepted.
      """,
      examples: ["new --output day.yaml", "new --from ride.gpx --output ride.yaml"],
      page: "guide/run.md"
    ).text)

  @Option(help: ArgumentHelp("The recording to write it from", valueName: "file"))
  var from: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, in an existing folder (default: standard output)", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the file of --output if it exists")
  var force = false

  @Option(
    help: ArgumentHelp(
      "The time in the recording to start from, such as 2026-03-02T06:00:00", valueName: "time"))
  var fromTime: String?

  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func validate() throws {
    guard from == nil else { return }
    let given = trace.given.first?.name ?? (fromTime == nil ? nil : "from-time")
    if let given { throw ValidationError("--\(given) is given and --from is not") }
  }

  func run() throws {
    let output = OutputFile.path(output)
    if let output {
      try refuseToOverwrite(output)
      try OutputFile.refuse(output, option: "--output", overwriting: from.map { [$0] } ?? [])
    }
    let scenario = try from.map { path throws(InputError) in try draft(path) }
    let text = EditorSchema.scenario.head(scenario ?? StarterScenario.text, at: output)
    guard let output else { return Console.write(text) }
    let file = try OutputFile(output, option: "--output")
    try file.write(Array(text.utf8))
    try file.commit()
    Console.remark("Scenario: \(output)")
  }

  private func draft(_ path: String) throws(InputError) -> String {
    guard !ScenarioInput.isScenario(path) else {
      throw InputError(
        SourceLocation(file: path), "--from: this is a scenario already", accepted: "a recording")
    }
    guard trace.trajectory != "all" else {
      throw InputError(
        .commandLine, "--trajectory is all",
        accepted: "one trajectory: a scenario describes one person")
    }
    let scenario = try Scenario.traceDefaults(trace: path, options: trace.options())
    guard case .replay(let recording) = scenario.course else { return StarterScenario.text }
    let day = try SimulatedDay(scenario: scenario, seed: 1, inferringStays: true)
    let draft = try ScenarioDraft(
      of: recording, replayedAs: day.world, from: try beginning(in: scenario.calendar),
      calendar: scenario.calendar)
    return draft.yaml(
      isZoneGuessed: trace.timeZone == nil, trackers: Scenario.defaultPresets)
  }

  private func beginning(in calendar: LocalCalendar) throws(InputError) -> Instant? {
    try fromTime.map { text throws(InputError) in
      try Instant(option: "--from-time", text, in: calendar)
    }
  }

  private func refuseToOverwrite(_ path: String) throws(InputError) {
    if let folder = Folder.missingParent(of: path) {
      throw InputError(
        SourceLocation(file: path), "--output: there is no folder \(folder)",
        accepted: "a file in an existing folder")
    }
    guard FileManager.default.fileExists(atPath: path) else { return }
    let location = SourceLocation(file: path)
    if Folder.exists(path) {
      throw InputError(location, "--output: this is a folder", accepted: "a file")
    }
    guard force else {
      throw InputError(
        location, "--output: the file exists already", accepted: "another name, or --force")
    }
  }
}
