/// A user's mistake in a file, an option or a quantity, in the common form of all messages.
///
/// The message names the place, the problem, the accepted input, and the most similar valid
/// spelling if there is one: `day.yaml:12: unknown key 'carired' in 'phone'; accepted: battery,
/// carried, profile, system; did you mean 'carried'?`
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  public var location: SourceLocation
  /// The problem in the user's input, in one clause.
  public var problem: String
  /// The accepted input, as one clause or a list of words.
  public var accepted: String?
  /// The accepted word that is most similar to the user's word; nil if none is similar.
  public var suggestion: String?

  public init(
    _ location: SourceLocation, _ problem: String, accepted: String? = nil,
    suggestion: String? = nil
  ) {
    self.location = location
    self.problem = problem
    self.accepted = accepted
    self.suggestion = suggestion
  }

  /// Creates the error for a word that is not one of the accepted words.
  ///
  /// - Parameter command: The command that lists the accepted words, if they are too many for the
  ///   message.
  public init(
    _ location: SourceLocation, _ problem: String, word: String, oneOf words: [String],
    listedBy command: String? = nil
  ) {
    let reference = words.count > 24 ? command.map { "a name that '\($0)' lists" } : nil
    self.init(
      location, problem, accepted: reference ?? listing(words),
      suggestion: nearestSpelling(to: word, among: words))
  }

  public var description: String {
    var message = location.description
    if !message.isEmpty { message += ": " }
    message += problem
    if let accepted { message += "; accepted: " + accepted }
    if let suggestion { message += "; did you mean '\(suggestion)'?" }
    return message
  }
}

/// A position in a user's input. Lines and columns count from 1.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  public var file: String?
  public var line: Int?
  public var column: Int?

  public init(file: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The location of text on the command line, without a file.
  public static let commandLine = SourceLocation()

  /// The file and line as text, such as "day.yaml:12".
  ///
  /// The column is left out, since users find the word without it.
  public var description: String {
    [file?.printable, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
  }
}

/// Returns a list of words as text for a message. After `limit` words the list is cut.
package func listing(_ words: [String], atMost limit: Int = 24) -> String {
  if words.isEmpty { return "none" }
  if words.count <= limit { return words.joined(separator: ", ") }
  return words.prefix(limit).joined(separator: ", ") + " and \(words.count - limit) more"
}

/// Returns the user's input in quotes, without control characters and short enough for a message.
package func quoted(_ text: String) -> String {
  let shown = String(text.unicodeScalars.prefix(60)).printable
  return "'" + shown + (text.unicodeScalars.count > 60 ? "…'" : "'")
}
