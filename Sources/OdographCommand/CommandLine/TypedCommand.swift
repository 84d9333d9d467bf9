import ArgumentParser

/// The command that a user typed.
enum TypedCommand {
  /// Returns the command with its options, or for a request for help the command that prints it.
  ///
  /// The parser of the whole program also sets up the options of its root, which takes half as long
  /// as to simulate a day with few fixes. A command without subcommands is therefore parsed alone.
  /// If that fails or asks for help, the whole program is parsed, whose messages name the program.
  ///
  /// - Throws: The parser's error.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let named = Odograph.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    guard let named, named.configuration.subcommands.isEmpty,
      let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    else { return try Odograph.parseAsRoot(arguments) }
    return command
  }
}
