import ArgumentParser
import CommandOptions
import Experiments
import Foundation
import LiveCommands
import Simulation
import Terminal
import WritingCommands

/// The command-line program `odograph`. Each command has its own file; all commands share options
/// and exit handling.
@main
struct Odograph: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "odograph",
    abstract: "Measure how much of a day a location tracker sees and what it costs the battery",
    discussion: CommandHelp(
      """
      Exit status: 0 success; 1 a check failed, or no tracker meets a tuning's requirement; 2 bad \
      input; 3 a failure while running; 130 interrupted.
      """, examples: ["run Scenarios/commuter-weekday.yaml"], page: "README.md"
    ).text,
    version: BuildVersions.line,
    groupedSubcommands: [
      CommandGroup(
        name: "Simulate",
        subcommands: [
          RunCommand.self, WhyCommand.self, JudgeCommand.self, ReportCommand.self,
          ValidationCommand.self,
        ]),
      CommandGroup(
        name: "Decide",
        subcommands: [
          CompareCommand.self, CheckCommand.self, SweepCommand.self, TuneCommand.self,
          StudyCommand.self, CalibrateCommand.self,
        ]),
      .write, .live,
      CommandGroup(
        name: "Look up",
        subcommands: [
          PresetsCommand.self, SettingsCommand.self, BehaviorsCommand.self, MeasuresCommand.self,
          CompletionCommand.self,
        ]),
    ])

  static func main() {
    // Reports a file-size limit like a full disk, instead of ending without a message.
    signal(SIGXFSZ, SIG_IGN)
    let typed = Array(CommandLine.arguments.dropFirst())
    if BuildVersions.areAsked(by: typed) {
      Console.write(BuildVersions.text)
      return
    }
    do {
      try HelpRequest.refuseUnknownCommands(in: typed)
      var command = try TypedCommand.parse(
        FormerOption.replace(in: typed, remark: Console.remark))
      try command.run()
      if let reason = Console.failure {
        Console.remark("odograph: standard output: \(reason)")
        throw AlreadyReported(status: .failure)
      }
    } catch {
      ProgramExit(of: error).leave()
    }
  }
}
