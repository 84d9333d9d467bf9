/// The text of the values that are encoded so far, one after the other.
///
/// As soon as a list or an object is complete, its text takes the place of the texts of its
/// elements or members. So a large text needs little memory beside its own.
final class JSONScratch {
  private(set) var bytes: [UInt8] = []
  private let lines: JSONLines
  /// Memory for the text of the next list or object.
  private var spare: [UInt8] = []

  init(isIndented: Bool) { lines = JSONLines(isIndented: isIndented) }

  /// Adds the text that the closure writes, and returns its place.
  private func text(_ write: (inout [UInt8]) throws -> Void) rethrows -> Range<Int> {
    let start = bytes.count
    try write(&bytes)
    return start..<bytes.count
  }

  func text(literal: String) -> Range<Int> { text { $0.append(contentsOf: literal.utf8) } }

  func text(of string: String) -> Range<Int> { text { Escaping.appendJSON(string, to: &$0) } }
  func text(of flag: Bool) -> Range<Int> { text(literal: flag ? "true" : "false") }

  func text(of number: some BinaryInteger) -> Range<Int> {
    text { $0.append(contentsOf: String(number).utf8) }
  }

  func text(
    of number: some BinaryFloatingPoint & CustomStringConvertible
  ) throws -> Range<Int> {
    try text { try Self.append(number, to: &$0) }
  }

  /// Adds the shortest text that gives the same number, without ".0".
  private static func append(
    _ number: some BinaryFloatingPoint & CustomStringConvertible, to text: inout [UInt8]
  ) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "JSON has no text for \(number)."))
    }
    text.append(contentsOf: number.description.utf8)
    if text.suffix(2).elementsEqual(".0".utf8) { text.removeLast(2) }
  }

  /// Encodes a value at a depth of lists and objects; nil if it encodes nothing.
  ///
  /// Strings, numbers and lists of numbers, of which results hold most, are written without a call
  /// of `encode(to:)`, which is slow.
  func encoded<T: Encodable>(_ value: T, depth: Int) throws -> Range<Int>? {
    if T.self == String.self, let value = value as? String { return text(of: value) }
    if T.self == Double.self, let value = value as? Double { return try text(of: value) }
    if T.self == [Double].self, let value = value as? [Double] {
      return try text(of: value, depth: depth)
    }
    let start = bytes.count
    let node = JSONNode(scratch: self, depth: depth)
    try value.encode(to: node)
    switch node.content {
    case .single(let text): return text
    case .list, .object: return assemble(node, from: start)
    case nil: return nil
    }
  }

  private func text(of numbers: [Double], depth: Int) throws -> Range<Int> {
    try text { text in
      text.append(UInt8(ascii: "["))
      for (index, number) in numbers.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        lines.start(depth + 1, in: &text)
        try Self.append(number, to: &text)
      }
      lines.end(ofEmpty: numbers.isEmpty, depth, in: &text)
      text.append(UInt8(ascii: "]"))
    }
  }

  func emptyObject(depth: Int) -> Range<Int> {
    assemble(JSONNode(scratch: self, depth: depth), from: bytes.count)
  }

  /// Replaces the texts from `start` on, all of which belong to the node, by the text of the node.
  private func assemble(_ node: JSONNode, from start: Int) -> Range<Int> {
    spare = textOf(node)
    bytes.replaceSubrange(start..., with: spare)
    return start..<bytes.count
  }

  private func textOf(_ node: JSONNode) -> [UInt8] {
    var text = AssembledJSON(scratch: bytes, lines: lines)
    swap(&text.bytes, &spare)
    text.bytes.removeAll(keepingCapacity: true)
    text.add(node)
    return text.bytes
  }
}

/// The line breaks of a JSON text, if it is indented.
struct JSONLines {
  let isIndented: Bool

  func start(_ depth: Int, in text: inout [UInt8]) {
    guard isIndented else { return }
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { text.append(UInt8(ascii: " ")) }
  }

  /// Starts the line of the mark that ends a list or an object.
  func end(ofEmpty isEmpty: Bool, _ depth: Int, in text: inout [UInt8]) {
    if isEmpty { start(0, in: &text) }
    start(depth, in: &text)
  }
}

/// The text of a list or an object, which is put together from those of its parts.
private struct AssembledJSON {
  let scratch: [UInt8]
  let lines: JSONLines
  var bytes: [UInt8] = []

  mutating func add(_ node: JSONNode) {
    switch node.content {
    case .single(let text): bytes.append(contentsOf: scratch[text])
    case .list: addList(node.items, depth: node.depth)
    case .object, nil: addObject(node.items, depth: node.depth)
    }
  }

  private mutating func add(_ value: JSONNode.Value) {
    switch value {
    case .text(let text): bytes.append(contentsOf: scratch[text])
    case .node(let node): add(node)
    }
  }

  private mutating func addList(_ items: [JSONNode.Item], depth: Int) {
    bytes.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      lines.start(depth + 1, in: &bytes)
      add(item.value)
    }
    lines.end(ofEmpty: items.isEmpty, depth, in: &bytes)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func addObject(_ unsorted: [JSONNode.Item], depth: Int) {
    let items = unsorted.sorted { $0.key < $1.key }
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (index, item) in items.enumerated() {
      // Of two values with one key, the last counts.
      if index + 1 < items.count, items[index + 1].key == item.key { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      lines.start(depth + 1, in: &bytes)
      Escaping.appendJSON(item.key, to: &bytes)
      bytes.append(contentsOf: lines.isIndented ? " : ".utf8 : ":".utf8)
      add(item.value)
    }
    lines.end(ofEmpty: items.isEmpty, depth, in: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}
