/// The texts of all single values of a JSON text, one after the other.
final class JSONScratch {
  var bytes: [UInt8] = []

  /// Adds the text that the closure writes.
  func text(_ write: (inout [UInt8]) -> Void) -> JSONNode.Value {
    let start = bytes.count
    write(&bytes)
    return .text(start: start, end: bytes.count)
  }

  func text(literal: String) -> JSONNode.Value { text { $0.append(contentsOf: literal.utf8) } }

  func text(of string: String) -> JSONNode.Value { text { Escaping.appendJSON(string, to: &$0) } }
  func text(of flag: Bool) -> JSONNode.Value { text(literal: flag ? "true" : "false") }

  func text(of number: some BinaryInteger) -> JSONNode.Value {
    text { $0.append(contentsOf: String(number).utf8) }
  }

  /// Adds the shortest text that gives the same number, without ".0".
  func text(
    of number: some BinaryFloatingPoint & CustomStringConvertible
  ) throws -> JSONNode.Value {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "JSON has no text for \(number)."))
    }
    let start = bytes.count
    bytes.append(contentsOf: number.description.utf8)
    if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
    return .text(start: start, end: bytes.count)
  }

  /// Encodes a value; nil if it encodes nothing.
  ///
  /// Strings, numbers and lists of numbers, of which results hold most, are written without a call
  /// of `encode(to:)`, which is slow.
  func encoded<T: Encodable>(_ value: T) throws -> JSONNode.Value? {
    if T.self == String.self, let value = value as? String { return text(of: value) }
    if T.self == Double.self, let value = value as? Double { return try text(of: value) }
    if T.self == [Double].self, let value = value as? [Double] { return .node(try list(value)) }
    let node = JSONNode(scratch: self)
    try value.encode(to: node)
    switch node.content {
    case .single(let value): return value
    case .list, .object: return .node(node)
    case nil: return nil
    }
  }

  private func list(_ values: [Double]) throws -> JSONNode {
    let node = JSONNode(scratch: self)
    node.content = .list
    node.items.reserveCapacity(values.count)
    for value in values { node.items.append(JSONNode.Item(value: try text(of: value))) }
    return node
  }
}

/// A value of a JSON text that is being made, and the encoder that makes it.
final class JSONNode: Encoder {
  enum Value {
    /// A part of the scratch text.
    case text(start: Int, end: Int)
    case node(JSONNode)
  }

  /// A member of an object, or an element of a list, whose key is empty.
  struct Item {
    var key = ""
    var value: Value
  }

  enum Content {
    case single(Value)
    case list, object
  }

  let scratch: JSONScratch
  /// Nil as long as nothing is encoded.
  var content: Content?
  var items: [Item] = []
  let codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(scratch: JSONScratch) { self.scratch = scratch }

  /// Encodes a value, as an empty object if it encodes nothing.
  func encoded(_ value: some Encodable) throws -> Value {
    try scratch.encoded(value) ?? .node(JSONNode(scratch: scratch))
  }

  func child(forKey key: String = "") -> JSONNode {
    let node = JSONNode(scratch: scratch)
    items.append(Item(key: key, value: .node(node)))
    return node
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    content = .object
    items.reserveCapacity(8)
    return KeyedEncodingContainer(JSONMembers(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .list
    return JSONElements(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleValue(node: self) }
}
