/// A value of a JSON text that is being made, and the encoder that makes it.
final class JSONNode: Encoder {
  enum Value {
    /// A part of the scratch text.
    case text(Range<Int>)
    /// A container inside a value that is not complete yet.
    case node(JSONNode)
  }

  /// A member of an object, or an element of a list, whose key is empty.
  struct Item {
    var key = ""
    var value: Value
  }

  enum Content {
    case single(Range<Int>)
    case list, object
  }

  let scratch: JSONScratch
  /// The number of lists and objects around the value.
  let depth: Int
  /// Nil as long as nothing is encoded.
  var content: Content?
  var items: [Item] = []
  let codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(scratch: JSONScratch, depth: Int) {
    self.scratch = scratch
    self.depth = depth
  }

  /// Encodes a value at a depth of lists and objects, as an empty object if it encodes nothing.
  func encoded(_ value: some Encodable, depth: Int) throws -> Range<Int> {
    try scratch.encoded(value, depth: depth) ?? scratch.emptyObject(depth: depth)
  }

  func child(forKey key: String = "") -> JSONNode {
    let node = JSONNode(scratch: scratch, depth: depth + 1)
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
