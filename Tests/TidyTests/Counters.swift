import Foundation

/// The words that the rules of form look for, read from words.json so that no Swift file holds
/// them.
struct TidyWords: Decodable {
  /// The words that open no doc comment: they make a fragment that needs the name to be understood.
  var openings: [String]
  /// Banned whole words and phrases.
  var banned: [String]
  /// Parts of words in British spelling.
  var british: [String]
  /// Names that users' files hold, or that contain such a part by accident.
  var names: [String]

  private enum CodingKeys: String, CodingKey {
    case openings, banned, names
    case british = "British"
  }

  static func read() throws -> TidyWords {
    let file = repository.appendingPathComponent("Tests/TidyTests/words.json")
    return try JSONDecoder().decode(TidyWords.self, from: Data(contentsOf: file))
  }
}

func pattern(_ parts: [String]) throws -> NSRegularExpression {
  try NSRegularExpression(
    pattern: "(?:\(parts.joined(separator: "|")))", options: .caseInsensitive)
}

func wordPattern(_ words: [String]) throws -> NSRegularExpression {
  try pattern(words.map { "\\b\($0)\\b" })
}

/// Returns a pattern of parts of words, in its group 1, that skips whole names.
func spellingPattern(_ words: TidyWords) throws -> NSRegularExpression {
  try NSRegularExpression(
    pattern: "(?:\(words.names.joined(separator: "|")))|(\(words.british.joined(separator: "|")))",
    options: .caseInsensitive)
}

/// Returns the pattern of an opening, case-sensitive: "of" may begin a line in the middle of a
/// sentence.
func openingPattern(_ words: [String]) throws -> NSRegularExpression {
  try NSRegularExpression(pattern: "^ *///+ (?:\(words.joined(separator: "|")))\\b")
}

func matches(_ file: SourceFile, _ pattern: NSRegularExpression) -> [Offense] {
  let whole = file.text as NSString
  let all = pattern.matches(in: file.text, range: NSRange(0..<whole.length))
  return all.filter { $0.numberOfRanges == 1 || $0.range(at: 1).location != NSNotFound }.map {
    let before = whole.substring(to: $0.range.location)
    let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    return Offense(path: file.path, line: line, remark: "\"\(whole.substring(with: $0.range))\"")
  }
}

/// Returns the doc comments whose first line begins with one of the openings.
func badOpenings(_ file: SourceFile, _ pattern: NSRegularExpression) -> [Offense] {
  var isWithinComment = false
  return file.lines.compactMap { number, text in
    let isDocumentation = text.drop { $0 == " " }.hasPrefix("///")
    defer { isWithinComment = isDocumentation }
    guard isDocumentation, !isWithinComment else { return nil }
    let line = String(text)
    let range = NSRange(0..<(line as NSString).length)
    guard let match = pattern.firstMatch(in: line, range: range) else { return nil }
    let opening = (line as NSString).substring(with: match.range).split(separator: " ").dropFirst()
    return Offense(
      path: file.path, line: number, remark: "opens with \"\(opening.joined(separator: " "))\"")
  }
}

func longLines(_ file: SourceFile, over limit: Int) -> [Offense] {
  file.lines.compactMap { number, text in
    guard text.utf8.count > limit else { return nil }
    let columns = text.unicodeScalars.count
    guard columns > limit else { return nil }
    return Offense(path: file.path, line: number, size: columns, remark: "\(columns) columns")
  }
}

func longFile(_ file: SourceFile, over limit: Int) -> [Offense] {
  let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
  guard count > limit else { return [] }
  return [Offense(path: file.path, size: count, remark: "\(count) lines")]
}

func largeFolders(_ tree: SourceTree, over limit: Int) -> [Offense] {
  tree.folderSizes.filter { $0.value > limit }.sorted { $0.key < $1.key }.map {
    Offense(path: $0.key, size: $0.value, remark: "\($0.value) files")
  }
}

/// Returns the functions, initializers and subscripts whose text, signature included, has more than
/// `limit` lines.
///
/// Relies on the form that `make lint` enforces: the brace that closes a function stands alone,
/// under the first word of its declaration.
func longFunctions(_ file: SourceFile, over limit: Int) -> [Offense] {
  let lines = file.lines
  let texts = lines.map(\.text)
  return lines.indices.compactMap { start in
    guard let name = declaredFunction(texts[start]),
      let end = closingLine(of: start, in: texts), end - start + 1 > limit
    else { return nil }
    let count = end - start + 1
    return Offense(
      path: file.path, line: lines[start].number, size: count, remark: "\(name), \(count) lines")
  }
}

private let modifiers: Set = [
  "public", "package", "internal", "private", "fileprivate", "open", "static", "class", "final",
  "override", "mutating", "nonmutating", "convenience", "required", "nonisolated", "isolated",
  "consuming", "borrowing", "prefix", "postfix", "infix",
]

/// Returns the name of the function that a line begins to declare.
private func declaredFunction(_ line: Substring) -> String? {
  let words = line.split(separator: " ").drop {
    $0.hasPrefix("@") || modifiers.contains(String($0))
  }
  guard let first = words.first else { return nil }
  let keyword = first.prefix { $0.isLetter }
  switch keyword {
  case "func": return words.dropFirst().first.map { String($0.prefix { $0 != "(" && $0 != "<" }) }
  case "init", "deinit", "subscript": return String(keyword)
  default: return nil
  }
}

/// Returns the index of the line that closes the function which `start` declares; nil if it has no
/// body.
private func closingLine(of start: Int, in lines: [Substring]) -> Int? {
  let indent = lines[start].prefix { $0 == " " }.count
  if lines[start].hasSuffix("}") { return start }
  for index in (start + 1)..<max(start + 1, lines.count) where !lines[index].isEmpty {
    let spaces = lines[index].prefix { $0 == " " }.count
    guard spaces <= indent else { continue }
    let rest = lines[index].dropFirst(spaces)
    if spaces == indent, rest.hasPrefix("}") { return index }
    // A signature over several lines continues; any other line is the next declaration.
    guard spaces == indent, rest.hasPrefix(")") || rest.hasPrefix("{") || rest.hasPrefix("where")
    else { return nil }
    if rest.hasSuffix("}") { return index }
  }
  return nil
}
