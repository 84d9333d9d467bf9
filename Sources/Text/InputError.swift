/// What a person got wrong in a file, an option or a quantity: the one form of message for all of
/// it.
///
/// Names where, what was found, what is accepted, and where there is one the nearest valid
/// spelling: `day.yaml:12: unknown key 'carired' in 'phone'; accepted: battery, carried, profile,
/// system; did you mean 'carried'?`
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  public var location: SourceLocation
  /// What was found, in one clause.
  public var problem: String
  /// What would do instead, in one clause or as a list of words.
  public var accepted: String?
  /// The nearest word that would be accepted.
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

  /// For a word that is none of those accepted.
  public init(_ location: SourceLocation, _ problem: String, word: String, oneOf words: [String]) {
    self.init(
      location, problem, accepted: listing(words),
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

/// Where in what a person wrote; lines and columns count from 1.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  public var file: String?
  public var line: Int?
  public var column: Int?

  public init(file: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// What was written on the command line rather than in a file.
  public static let commandLine = SourceLocation()

  /// "day.yaml:12"; without the column, which editors do not need to find the word.
  public var description: String {
    [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
  }
}

/// A list of words for a message; a long one is cut, since nobody reads four hundred names.
package func listing(_ words: [String], atMost limit: Int = 24) -> String {
  if words.isEmpty { return "none" }
  if words.count <= limit { return words.joined(separator: ", ") }
  return words.prefix(limit).joined(separator: ", ") + " and \(words.count - limit) more"
}

/// What was found, shortened to what fits in a message and without control characters.
package func quoted(_ text: String) -> String {
  let shown = String(text.unicodeScalars.prefix(60)).printable
  return "'" + shown + (text.unicodeScalars.count > 60 ? "…'" : "'")
}
