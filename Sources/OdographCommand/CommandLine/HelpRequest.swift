import ArgumentParser
import Text

/// The check of the command names after `odograph help`, which the parser itself does not check.
enum HelpRequest {
  /// Throws an error if a name after `odograph help` is not a command.
  ///
  /// - Throws: `InputError`, which suggests the command with the nearest name.
  static func refuseUnknownCommands(in arguments: [String]) throws {
    guard arguments.first == "help" else { return }
    var subcommands = Odograph.configuration.subcommands
    let names = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
    for name in names where names != ["help"] {
      var next: [any ParsableCommand.Type]?
      var names: [String] = []
      for command in subcommands {
        let configuration = command.configuration
        let own = [configuration.commandName ?? ""] + configuration.aliases
        if own.contains(name) { next = configuration.subcommands }
        names += own
      }
      guard let next else {
        throw InputError(
          .commandLine, "no command is called \(quoted(name))",
          accepted: names.isEmpty ? "no further command" : names.joined(separator: ", "),
          suggestion: nearestSpelling(to: name, among: names))
      }
      subcommands = next
    }
  }
}
