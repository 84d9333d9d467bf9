import ArgumentParser

extension CommandGroup {
  /// The commands that write scenarios, find their routes, and describe them.
  package static var write: CommandGroup {
    CommandGroup(
      name: "Write", subcommands: [NewCommand.self, RouteCommand.self, ValidateCommand.self])
  }
}
