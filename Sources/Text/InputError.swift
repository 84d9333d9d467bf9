/// A user's mistake in a file, an option or a quantity, in the form that all messages share.
///
/// The message names the place, what was found, what is accepted, and the nearest valid spelling if
/// there is one: `day.yaml:12: unknown key 'carired' in 'phone'; accepted: battery, carried,
/// profile, system; did you mean 'carried'?`
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  public var location: SourceLocation
  /// The problem that was found, in one clause.
  public var problem: String
  /// The accepted input, as one clause or a list of words.
  public var accepted: String?
  /// The accepted word nearest to the input.
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

  /// Creates the error for a word that is not among those accepted.
  ///
  /// - Parameter command: the command that lists the words, for words that are too many to list.
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

  /// The location of text on the command line, which is in no file.
  public static let commandLine = SourceLocation()

  /// The file and line, such as "day.yaml:12".
  ///
  /// The column is left out, since editors do not need it to find the word.
  public var description: String {
    [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
  }
}

/// Returns a list of words for a message, cut after `limit` words.
package func listing(_ words: [String], atMost limit: Int = 24) -> String {
  if words.isEmpty { return "none" }
  if words.count <= limit { return words.joined(separator: ", ") }
  return words.prefix(limit).joined(separator: ", ") + " and \(words.count - limit) more"
}

/// Returns input in quotes, shortened to fit in a message and without control characters.
package func quoted(_ text: String) -> String {
  let shown = String(text.unicodeScalars.prefix(60)).printable
  return "'" + shown + (text.unicodeScalars.count > 60 ? "…'" : "'")
}
