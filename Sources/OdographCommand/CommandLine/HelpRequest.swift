import ArgumentParser
import Text

/// The names after `odograph help`, which the parser does not check.
enum HelpRequest {
  /// - Throws: a message with the nearest command if a name is not a command.
  static func refuseUnknownCommands(in arguments: [String]) throws(InputError) {
    guard arguments.first == "help" else { return }
    var command: any ParsableCommand.Type = Odograph.self
    for name in arguments.dropFirst().prefix(while: { !$0.hasPrefix("-") }) {
      let subcommands = command.configuration.subcommands
      guard let next = subcommands.first(where: { $0.names.contains(name) }) else {
        let names = subcommands.flatMap(\.names)
        throw InputError(
          .commandLine, "no command is called '\(printable(name))'",
          accepted: names.isEmpty ? "no further command" : names.joined(separator: ", "),
          suggestion: nearestSpelling(to: name, among: names))
      }
      command = next
    }
  }
}

extension ParsableCommand {
  /// The command's name, then its aliases.
  static var names: [String] {
    (configuration.commandName.map { [$0] } ?? []) + configuration.aliases
  }
}
