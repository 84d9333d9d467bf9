import ArgumentParser
import Testing

@testable import OdographCommand

@Suite("The command that a user typed")
struct TypedCommandTests {
  @Test("A command that is named first is parsed with its options")
  func command() throws {
    let run = try TypedCommand.parse(["run", "a.yaml", "--seed", "7"])
    let options = try #require(run as? RunCommand)
    #expect(options.scenarios == ["a.yaml"])
    #expect(options.options.shared.seed == 7)
  }

  @Test(
    "What cannot be parsed is told as by the whole program",
    arguments: [
      ["run", "--sed", "7"], ["run", "--help"], ["run", "a.yaml", "--version"], ["help", "run"],
      ["sweep", "help"], ["study"], ["rum"], ["--version"], ["validate"], [],
    ])
  func messages(_ arguments: [String]) {
    #expect(
      message { try TypedCommand.parse(arguments) }
        == message { try Odograph.parseAsRoot(arguments) })
  }

  /// Returns the message of a failed parse, or of the command that only prints it.
  private func message(_ parse: () throws -> any ParsableCommand) -> String {
    do {
      var command = try parse()
      guard String(describing: type(of: command)) == "HelpCommand" else {
        return "\(type(of: command))"
      }
      try command.run()
      return ""
    } catch { return Odograph.fullMessage(for: error) }
  }
}
