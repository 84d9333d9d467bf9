import ArgumentParser
import CommandOptions
import Reporting
import Terminal

/// The format in which a reference is printed.
enum ReferenceFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json, markdown
}

/// The options of a command that looks up a name: the name, and the output format.
struct LookUpOptions: ParsableArguments {
  @Option(help: "The form in which the answer is printed")
  var format: ReferenceFormat = .terminal

  static let nameHelp = ArgumentHelp(
    "A name, or a word to search for (default: list all)", valueName: "name")

  func answer(to name: String?, from table: ReferenceTable) throws {
    let found = try name.map { try table.find($0) }
    switch format {
    case .terminal: Console.write(text(found, table))
    case .json: Console.write(table.json(of: found))
    case .markdown: Console.write(table.markdown(of: found))
    }
  }

  private func text(_ found: [ReferenceEntry]?, _ table: ReferenceTable) -> String {
    found.map { $0.map(\.text).joined(separator: "\n") } ?? table.list
  }
}

/// `odograph settings`: lists the settings that a preset or `--set` can change.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "List the settings of trackers, or explain one",
    discussion: CommandHelp(
      """
      A setting is changed in a preset's file, under a scenario's 'trackers:' or with --set. \
      Apple's names are found too.
      """,
      examples: ["settings", "settings distanceFilter"], page: "reference/settings.md"
    ).text)

  @Argument(help: LookUpOptions.nameHelp, completion: .setting) var name: String?
  @OptionGroup var options: LookUpOptions

  func run() throws { try options.answer(to: name, from: .settings) }
}

/// `odograph behaviors`: lists the behaviors that presets are composed of.
struct BehaviorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "behaviors",
    abstract: "List the behaviors that presets are composed of, or explain one",
    discussion: CommandHelp(
      "", examples: ["behaviors", "behaviors trackedFence"], page: "reference/behaviors.md"
    ).text,
    aliases: ["behaviours"])

  @Argument(help: LookUpOptions.nameHelp, completion: .behavior) var name: String?
  @OptionGroup var options: LookUpOptions

  func run() throws { try options.answer(to: name, from: .behaviors) }
}

/// `odograph measures`: lists the measures of reports.
struct MeasuresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measures",
    abstract: "List the measures of reports, or explain one",
    discussion: CommandHelp(
      "A measure is named in 'expect:', --measure, --axis and --require.",
      examples: ["measures", "measures reconstructedCoverage"], page: "reference/measures.md"
    ).text)

  @Argument(help: LookUpOptions.nameHelp, completion: .measure) var name: String?
  @OptionGroup var options: LookUpOptions

  func run() throws { try options.answer(to: name, from: .measures) }
}
