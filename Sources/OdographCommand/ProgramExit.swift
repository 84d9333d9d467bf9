import ArgumentParser
import Foundation
import Terminal
import Text

/// How the program ends: what it says last, where, and with which status.
struct ProgramExit {
  var status: ExitStatus
  /// Empty where everything has been said.
  var message: String

  init(of error: any Error) {
    if let error = error as? InputError {
      // What stands in no file is said by the program.
      self.init(.badInput, (error.location.file == nil ? "odograph: " : "") + error.description)
    } else if let error = error as? AlreadyTold {
      self.init(error.status, "")
    } else if Odograph.exitCode(for: error) == .success {
      // Help and the version are asked for, and are no mistake.
      self.init(.success, Odograph.fullMessage(for: error))
    } else if Odograph.exitCode(for: error) == .validationFailure {
      self.init(.badInput, ProgramExit.usage(error))
    } else {
      self.init(.failure, "odograph: " + ProgramExit.reason(error))
    }
  }

  private init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  func leave() -> Never {
    if !message.isEmpty {
      let stream = status == .success ? FileHandle.standardOutput : .standardError
      try? stream.write(contentsOf: Data((message + "\n").utf8))
    }
    exit(status.rawValue)
  }

  /// The parser's message on one line, with the help that it points to.
  private static func usage(_ error: any Error) -> String {
    var message = Odograph.message(for: error).split(separator: "\n").joined(separator: " ")
    if let hint = unknownCommand() { message = hint }
    let help = Odograph.fullMessage(for: error).split(separator: "\n").last ?? ""
    guard help.contains("See '") else { return "odograph: " + message }
    let isSentence = message.last.map { ".?!".contains($0) } ?? false
    return "odograph: \(message)\(isSentence ? "" : ".") \(help.drop { $0 == " " })"
  }

  /// The parser takes a mistyped command for an argument too many.
  private static func unknownCommand() -> String? {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else {
      return nil
    }
    let commands = Odograph.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !(commands + ["help"]).contains(word) else { return nil }
    return InputError(
      .commandLine, "no command is called '\(word)'", accepted: commands.joined(separator: ", "),
      suggestion: nearestSpelling(to: word, among: commands)
    ).description
  }

  /// Foundation's errors print their innards; people want the reason.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    let path = error.userInfo[NSFilePathErrorKey] as? String
    return (path.map { $0 + ": " } ?? "") + error.localizedDescription
  }
}

extension AlreadyTold {
  /// Remarks that the program was interrupted, and what there is now.
  static func interrupted(_ consequence: String) -> AlreadyTold {
    Console.remark("odograph: interrupted; " + consequence)
    return AlreadyTold(status: .interrupted)
  }
}
