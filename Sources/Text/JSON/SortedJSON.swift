/// The JSON of values, with sorted keys, so that equal values give equal bytes.
///
/// The bytes are those of Foundation's `JSONEncoder` with `.sortedKeys` and
/// `.withoutEscapingSlashes`, for a fraction of its instructions. There are two exceptions:
/// `Escaping.json` escapes more characters, and dates, URLs, `Data` and `Decimal` have no form of
/// their own.
package enum SortedJSON {
  /// Encodes a value.
  ///
  /// - Parameter isIndented: True for a line per value, indented by two spaces per level.
  /// - Throws: `EncodingError` for a number that is not finite, and for a value that encodes
  ///   nothing.
  package static func bytes(of value: some Encodable, isIndented: Bool = false) throws -> [UInt8] {
    let scratch = JSONScratch()
    guard let root = try scratch.encoded(value) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "The value encodes nothing."))
    }
    var text = SortedJSONText(scratch: scratch.bytes, isIndented: isIndented)
    text.add(root, depth: 0)
    return text.bytes
  }
}

/// The final text of a tree of encoded values.
private struct SortedJSONText {
  let scratch: [UInt8]
  let isIndented: Bool
  var bytes: [UInt8] = []

  init(scratch: [UInt8], isIndented: Bool) {
    self.scratch = scratch
    self.isIndented = isIndented
    bytes.reserveCapacity(scratch.count * 2)
  }

  mutating func add(_ value: JSONNode.Value, depth: Int) {
    switch value {
    case .text(let start, let end): bytes.append(contentsOf: scratch[start..<end])
    case .node(let node):
      switch node.content {
      case .single(let value): add(value, depth: depth)
      case .list: addList(node.items, depth: depth)
      case .object, nil: addObject(node.items, depth: depth)
      }
    }
  }

  private mutating func addList(_ items: [JSONNode.Item], depth: Int) {
    bytes.append(UInt8(ascii: "["))
    startLine(items.isEmpty ? 0 : depth + 1)
    for (index, item) in items.enumerated() {
      if index > 0 { separate(depth + 1) }
      add(item.value, depth: depth + 1)
    }
    startLine(depth)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func addObject(_ unsorted: [JSONNode.Item], depth: Int) {
    let items = unsorted.sorted { $0.key < $1.key }
    bytes.append(UInt8(ascii: "{"))
    startLine(items.isEmpty ? 0 : depth + 1)
    var isFirst = true
    for (index, item) in items.enumerated() {
      // Of two values with one key, the last counts.
      if index + 1 < items.count, items[index + 1].key == item.key { continue }
      if !isFirst { separate(depth + 1) }
      isFirst = false
      Escaping.appendJSON(item.key, to: &bytes)
      if isIndented { bytes.append(UInt8(ascii: " ")) }
      bytes.append(UInt8(ascii: ":"))
      if isIndented { bytes.append(UInt8(ascii: " ")) }
      add(item.value, depth: depth + 1)
    }
    startLine(depth)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func separate(_ depth: Int) {
    bytes.append(UInt8(ascii: ","))
    startLine(depth)
  }

  private mutating func startLine(_ depth: Int) {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }
}
