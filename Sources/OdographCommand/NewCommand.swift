import ArgumentParser
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

/// `odograph new`: a scenario to begin with, from a recording or bare.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write an editable scenario from a recording, or a commented one to begin with.",
    discussion: """
      With --from, the places are where somebody stayed for 10 min or more within 100 m, the legs what \
      lies between them: on foot, by bicycle, by car, by speed or as the recording tells it, each until \
      the time at which it ended. Of more than seven days the first seven are taken, or those from \
      --begin on. Any recording that 'odograph run' takes will do.

      The scenario goes to standard output, or to the file of --out, whose folder has to be there.
      """)

  @Option(help: ArgumentHelp("The recording to draft it from.", valueName: "file"))
  var from: String?

  @Option(help: ArgumentHelp("Where to write it. (default: standard output)", valueName: "file"))
  var out: String?

  @Flag(help: "Replace the file of --out if it is there.")
  var force = false

  @Option(help: "When in the recording to begin, such as 2026-03-02T06:00:00.")
  var begin: String?

  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func validate() throws {
    guard from == nil else { return }
    let given = trace.given.first?.name ?? (begin == nil ? nil : "begin")
    if let given { throw ValidationError("--\(given) is given and --from is not") }
  }

  func run() throws {
    if let out { try refuseToOverwrite(out) }
    let text = try from.map { path throws(InputError) in try draft(path) } ?? StarterScenario.text
    guard let out else { return Console.write(text) }
    let file = try OutputFile(out, option: "--out")
    try file.write(Array(text.utf8))
    try file.commit()
    Console.remark("Scenario: \(out)")
  }

  private func draft(_ path: String) throws(InputError) -> String {
    guard !ScenarioInput.isScenario(path) else {
      throw InputError(
        SourceLocation(file: path), "--from: this is a scenario already", accepted: "a recording")
    }
    guard trace.trajectory != "all" else {
      throw InputError(
        .commandLine, "--trajectory is all", accepted: "one of them: a scenario is one person's")
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
    try begin.map { text throws(InputError) in
      try Instant(option: "--begin", text, in: calendar)
    }
  }

  private func refuseToOverwrite(_ path: String) throws(InputError) {
    if let folder = missingFolder(of: path) {
      throw InputError(
        SourceLocation(file: path), "--out: there is no folder \(folder)",
        accepted: "a file in a folder that is there")
    }
    guard FileManager.default.fileExists(atPath: path) else { return }
    let location = SourceLocation(file: path)
    if Folder.exists(path) {
      throw InputError(location, "--out: this is a folder", accepted: "a file")
    }
    guard force else {
      throw InputError(
        location, "--out: the file is there already", accepted: "another name, or --force")
    }
  }
}
