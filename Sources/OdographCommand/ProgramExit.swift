import ArgumentParser
import Foundation
import Terminal
import Text

/// The end of the program: its last message, the output stream for this message, and the exit
/// status.
struct ProgramExit {
  var status: ExitStatus
  /// The last message; empty if all messages have been printed.
  var message: String

  init(of error: any Error) {
    if let error = error as? InputError {
      // If no file is at fault, the message begins with the program's name.
      self.init(.badInput, (error.location.file == nil ? "odograph: " : "") + error.description)
    } else if let error = error as? AlreadyReported {
      self.init(error.status, "")
    } else if Odograph.exitCode(for: error) == .success {
      // The user asked for help or the version, which is not an error.
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

  /// Returns the parser's message on one line, with a hint at the help that applies.
  private static func usage(_ error: any Error) -> String {
    var message = Odograph.message(for: error).split(separator: "\n").joined(separator: " ")
    if let hint = unknownCommand() { message = hint }
    let help = Odograph.fullMessage(for: error).split(separator: "\n").last ?? ""
    guard help.contains("See '") else { return "odograph: " + message }
    let isSentence = message.last.map { ".?!".contains($0) } ?? false
    return "odograph: \(message)\(isSentence ? "" : ".") \(help.drop { $0 == " " })"
  }

  /// Returns a message about a mistyped command, which the parser would report as a superfluous
  /// argument. Nil if no command is mistyped.
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

  /// Returns the reason for an error as text for the user. The description of a Foundation error
  /// contains internals, so it is not used.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    let path = error.userInfo[NSFilePathErrorKey] as? String
    return (path.map { $0 + ": " } ?? "") + error.localizedDescription
  }
}

extension AlreadyReported {
  /// Prints that the user interrupted the program, and returns the error that ends the program.
  ///
  /// - Parameter consequence: The effect of the interruption, such as "nothing is merged".
  static func interrupted(_ consequence: String) -> AlreadyReported {
    Console.remark("odograph: interrupted; " + consequence)
    return AlreadyReported(status: .interrupted)
  }
}
