import Foundation
import Testing
import Text

@testable import ArgumentParser
@testable import OdographCommand

/// Each option with a value, of each command, at the limits of types and beyond.
@Suite("The extremes of the command line")
struct OptionExtremesTests {
  struct Option: Sendable, CustomTestStringConvertible {
    var command: [String]
    var name: String

    var testDescription: String { (command + ["--" + name]).joined(separator: " ") }
  }

  /// A part of the parser's description of the program, which `--experimental-dump-help` prints.
  private struct ToolAccount: Decodable {
    struct Command: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable { var name: String }

        var kind: String
        var preferredName: Name?
      }

      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?

      func options(below path: [String]) -> [Option] {
        let own = (arguments ?? []).compactMap { argument in
          argument.kind == "option"
            ? argument.preferredName.map { Option(command: path, name: $0.name) } : nil
        }
        return own + (subcommands ?? []).flatMap { $0.options(below: path + [$0.commandName]) }
      }
    }

    var command: Command
  }

  static let options: [Option] = {
    let account = try? JSONDecoder().decode(
      ToolAccount.self, from: Data(Odograph._dumpHelp().utf8))
    // An option of several commands is the same in each: only the first is tried.
    var names: Set<String> = []
    return (account?.command.options(below: []) ?? []).filter { names.insert($0.name).inserted }
  }()

  static let values = [
    "", "0", "-1", "nan", "18446744073709551616", "106752 d", "2262-04-11T23:47:17Z",
    "90.1,180.1", "host:99999", "\u{600}<",
  ]

  @Test("Forty options and more are known")
  func known() { #expect(Self.options.count >= 40, "\(Self.options.count)") }

  @Test("No command declares two options of one name, or arguments that none can reach")
  func declarations() throws {
    struct Twice: ParsableCommand {
      @ArgumentParser.Option var seed = 1
      @ArgumentParser.Option(name: .customLong("seed")) var other = 1
    }
    #expect(throws: (any Error).self) { try Twice._validate(parent: nil) }
    func check(_ type: any ParsableCommand.Type) throws {
      try type._validate(parent: nil)
      try type.configuration.subcommands.forEach(check)
    }
    try check(Odograph.self)
  }

  /// Returns the type of a command alone: the program's own parser searches all commands each time.
  private func type(of command: [String]) throws -> any ParsableCommand.Type {
    try command.reduce(Odograph.self as any ParsableCommand.Type) { type, name in
      try #require(
        type.configuration.subcommands.first {
          $0.configuration.commandName ?? $0._commandName == name
        }, "\(name)")
    }
  }

  @Test("Any value is taken or refused, and ends no program", arguments: options)
  func parsed(option: Option) throws {
    let command = try type(of: option.command)
    for value in Self.values {
      do {
        _ = try command.parseAsRoot(["errand.yaml", "--\(option.name)=\(value)"])
      } catch {
        #expect(
          error is InputError || command.exitCode(for: error) == .validationFailure, "\(error)")
      }
    }
  }
}
