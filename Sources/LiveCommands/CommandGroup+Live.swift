import ArgumentParser

extension CommandGroup {
  /// The commands that meet real phones and servers.
  package static var live: CommandGroup {
    CommandGroup(
      name: "Live",
      subcommands: [
        LiveCommand.self, RecordCommand.self, ServeCommand.self, UploadCommand.self,
        LoginCommand.self, ProfileCommand.self, ConsentCommand.self, LogoutCommand.self,
        ExportCommand.self,
      ])
  }
}
