import ArgumentParser
import Experiments
import Foundation
import Simulation
import Terminal

/// The program. Each command is a file; what they share are the options and how they end.
@main
struct Odograph: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "odograph",
    abstract: "Find out how much of a day a tracking app sees, and what that costs the battery.",
    discussion: """
      Exit status: 0 success; 1 a check failed, or a tuning found no tracker that meets its requirement; \
      2 bad input; 3 a failure while running; 130 interrupted.
      """,
    version: Provenance.odographVersion,
    subcommands: [
      RunCommand.self, CompareCommand.self, WhyCommand.self, CheckCommand.self,
      ValidationCommand.self,
      SweepCommand.self, TuneCommand.self, StudyCommand.self, ReportCommand.self,
      ValidateCommand.self,
      NewCommand.self, PresetsCommand.self, SettingsCommand.self, BehaviorsCommand.self,
      MeasuresCommand.self, ServeCommand.self, ExportCommand.self,
      UploadCommand.self, LoginCommand.self, LiveCommand.self,
      RecordCommand.self,
    ])

  static func main() {
    // A limit to the size of files is told like a full disk, rather than the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    if BuildVersions.areAsked(by: CommandLine.arguments.dropFirst()) {
      Console.write(BuildVersions.text)
      return
    }
    do {
      var command = try parseAsRoot()
      try command.run()
      if let reason = Console.failure {
        Console.remark("odograph: standard output: \(reason)")
        throw AlreadyTold(status: .failure)
      }
    } catch {
      ProgramExit(of: error).leave()
    }
  }
}
