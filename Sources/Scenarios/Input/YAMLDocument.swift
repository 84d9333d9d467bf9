import Documents
import Files
import Foundation
import Text
import Yams

/// A reader of one YAML document, which returns `SourceNode`s.
///
/// Scalars stay text. The meaning of `07:45`, `0000` or `left` is decided by the code that reads
/// the key, never by YAML's guesses at numbers and truth values. Anchors and aliases are rejected,
/// since a few lines with aliases can expand to more nodes than memory holds. Scenarios share
/// content by `extends` instead.
enum YAMLDocument {
  static let maximumBytes = 4_000_000
  static let maximumNodes = 100_000
  static let maximumDepth = 64

  static func read(
    path: String, asWhat kind: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> SourceNode {
    let file = try InputFile(
      path: path, maximumBytes: maximumBytes, asWhat: kind, mention: mention)
    return try read(bytes: file.bytes, file: path, asWhat: kind)
  }

  static func read(
    bytes: some Collection<UInt8>, file: String, asWhat kind: String
  ) throws(InputError) -> SourceNode {
    let location = SourceLocation(file: file)
    // Some editors write a byte order mark first; YAML would read it as text.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    guard let text = String(validating: content, as: UTF8.self) else {
      throw InputError(notUTF8: content, location, asWhat: kind)
    }
    if let line = YAMLAnchor.lineOfFirst(in: text) {
      throw InputError(
        SourceLocation(file: file, line: line), "anchors (&name) and aliases (*name) are not read",
        accepted: "the value itself, or 'extends:' for what scenarios share")
    }
    guard let root = try compose(text, location: location) else {
      throw InputError(location, "the file is empty", accepted: kind)
    }
    var conversion = Conversion(file: file)
    let node = try conversion.convert(root, name: "", depth: 0)
    if node.isNothing { throw InputError(location, "the file is empty", accepted: kind) }
    return node
  }

  private static func compose(
    _ text: String, location: SourceLocation
  ) throws(InputError) -> Node? {
    do {
      return try Parser(yaml: text, resolver: .basic).singleRoot()
    } catch let error as YamlError {
      throw refusal(of: error, text: text, location: location)
    } catch {
      throw InputError(location, "this is not YAML: \(error)")
    }
  }

  private static func refusal(
    of error: YamlError, text: String, location: SourceLocation
  ) -> InputError {
    func at(_ mark: Mark) -> SourceLocation {
      SourceLocation(file: location.file, line: mark.line, column: mark.column)
    }
    switch error {
    case .scanner(_, _, let mark, _)
    where line(mark, of: text).prefix(while: \.isWhitespace).contains("\t"):
      return InputError(at(mark), "a tab indents the line", accepted: "spaces")
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      return InputError(
        at(mark), "this is not YAML: " + problem,
        accepted: isBareCondition(text, mark) ? "conditions in quotes, such as \">= 0.5\"" : nil)
    case .composer(_, "but found another document", let mark, _):
      return InputError(at(mark), "a second document begins", accepted: "one document a file")
    case .composer(_, let problem, let mark, _):
      return InputError(at(mark), "this is not YAML: " + problem)
    case .duplicatedKeysInMapping(let keys, let context):
      let key = keys.first ?? ""
      let second = secondLine(of: key, in: text, mapping: context.mark)
      return InputError(
        SourceLocation(file: location.file, line: second),
        "key \(quoted(key)) is given twice in one mapping")
    case .reader(let problem, let offset, _, _):
      let line = text.prefix(offset ?? 0).utf8.count { $0 == UInt8(ascii: "\n") } + 1
      return InputError(
        SourceLocation(file: location.file, line: line), "this is not YAML: " + problem)
    default:
      return InputError(location, "this is not YAML that can be read: nested too deeply")
    }
  }

  /// Returns true if an unquoted condition such as `>= 0.95` caused the YAML error. In YAML, an
  /// unquoted `>` begins a text of several lines.
  private static func isBareCondition(_ text: String, _ mark: Mark) -> Bool {
    line(mark, of: text).contains(/:\s*>=?\s*[-0-9]/)
  }

  private static func line(_ mark: Mark, of text: String) -> Substring {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : ""
  }

  /// Returns the line at which a key occurs for the second time in a mapping.
  ///
  /// The parser reports only the line at which the mapping begins. In a block mapping, the key
  /// stands in the mapping's column; between braces, it may be anywhere after the mapping's
  /// beginning.
  private static func secondLine(of key: String, in text: String, mapping: Mark) -> Int {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var inColumn: [Int] = []
    var anywhere: [Int] = []
    for (index, line) in lines.enumerated().dropFirst(mapping.line - 1) {
      let places = line.ranges(of: key).filter { place in
        let after = line[place.upperBound...].drop { "\"' ".contains($0) }
        let before = line[..<place.lowerBound].last
        return after.first == ":" && (before.map { " {,\"'-".contains($0) } ?? true)
      }
      anywhere += places.map { _ in index + 1 }
      if places.contains(where: {
        line.distance(from: line.startIndex, to: $0.lowerBound) == mapping.column - 1
      }) {
        inColumn.append(index + 1)
      }
    }
    if inColumn.count > 1 { return inColumn[1] }
    return anywhere.count > 1 ? anywhere[1] : mapping.line
  }
}

/// A conversion of the parser's nodes to `SourceNode`s, with limits on their number and depth.
private struct Conversion {
  let file: String
  var count = 0

  mutating func convert(_ node: Node, name: String, depth: Int) throws(InputError) -> SourceNode {
    let location = SourceLocation(file: file, line: node.mark?.line, column: node.mark?.column)
    count += 1
    guard count <= YAMLDocument.maximumNodes, depth <= YAMLDocument.maximumDepth else {
      throw InputError(
        location, "the file is too large",
        accepted: "at most \(YAMLDocument.maximumNodes) values, nested at most "
          + "\(YAMLDocument.maximumDepth) deep")
    }
    switch node {
    case .scalar(let scalar):
      if let hidden = scalar.string.firstUnprintable {
        throw InputError(
          location,
          "\(quoted(scalar.string)) has a character that does not show, U+"
            + String(hidden.value, radix: 16, uppercase: true),
          accepted: "text without control characters")
      }
      let isQuoted = scalar.style != .plain && scalar.style != .any
      return SourceNode(
        name: name, content: .text(scalar.string, isQuoted: isQuoted), location: location)
    case .sequence(let sequence):
      var elements: [SourceNode] = []
      for element in sequence {
        elements.append(try convert(element, name: name, depth: depth + 1))
      }
      return SourceNode(name: name, content: .list(elements), location: location)
    case .mapping(let mapping):
      let entries = try convert(mapping, at: location, depth: depth)
      return SourceNode(name: name, content: .mapping(entries), location: location)
    case .alias:
      throw InputError(location, "anchors (&name) and aliases (*name) are not read")
    }
  }

  private mutating func convert(
    _ mapping: Node.Mapping, at location: SourceLocation, depth: Int
  ) throws(InputError) -> [SourceEntry] {
    var entries: [SourceEntry] = []
    var seen: Set<String> = []
    for (key, value) in mapping {
      let keyNode = try convert(key, name: "", depth: depth + 1)
      guard case .text(let text, _) = keyNode.content else {
        throw InputError(keyNode.location, "a key is \(keyNode.kindFound)", accepted: "a word")
      }
      guard seen.insert(text).inserted else {
        throw InputError(keyNode.location, "key \(quoted(text)) is given twice in one mapping")
      }
      let value = try convert(value, name: text, depth: depth + 1)
      entries.append(SourceEntry(key: text, keyLocation: keyNode.location, value: value))
    }
    return entries
  }
}
