/// The members of an object.
struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  private func add(_ text: Range<Int>, _ key: Key) {
    node.items.append(JSONNode.Item(key: key.stringValue, value: .text(text)))
  }

  func encodeNil(forKey key: Key) { add(node.scratch.text(literal: "null"), key) }
  func encode(_ value: Bool, forKey key: Key) { add(node.scratch.text(of: value), key) }
  func encode(_ value: String, forKey key: Key) { add(node.scratch.text(of: value), key) }
  func encode(_ value: Int, forKey key: Key) { add(node.scratch.text(of: value), key) }
  func encode(_ value: Double, forKey key: Key) throws {
    add(try node.scratch.text(of: value), key)
  }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    add(try node.encoded(value, depth: node.depth + 1), key)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    node.child(forKey: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    node.child(forKey: key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { node.child(forKey: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { node.child(forKey: key.stringValue) }
}

/// The elements of a list.
struct JSONElements: UnkeyedEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.items.count }

  private func add(_ text: Range<Int>) { node.items.append(JSONNode.Item(value: .text(text))) }

  func encodeNil() { add(node.scratch.text(literal: "null")) }
  func encode<T: Encodable>(_ value: T) throws {
    add(try node.encoded(value, depth: node.depth + 1))
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    node.child().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.child().unkeyedContainer() }
  func superEncoder() -> any Encoder { node.child() }
}

/// A value that is neither an object nor a list.
struct JSONSingleValue: SingleValueEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  private func set(_ text: Range<Int>) { node.content = .single(text) }

  func encodeNil() { set(node.scratch.text(literal: "null")) }
  func encode(_ value: Bool) { set(node.scratch.text(of: value)) }
  func encode(_ value: String) { set(node.scratch.text(of: value)) }
  func encode(_ value: Int) { set(node.scratch.text(of: value)) }
  func encode(_ value: Int8) { set(node.scratch.text(of: value)) }
  func encode(_ value: Int16) { set(node.scratch.text(of: value)) }
  func encode(_ value: Int32) { set(node.scratch.text(of: value)) }
  func encode(_ value: Int64) { set(node.scratch.text(of: value)) }
  func encode(_ value: UInt) { set(node.scratch.text(of: value)) }
  func encode(_ value: UInt8) { set(node.scratch.text(of: value)) }
  func encode(_ value: UInt16) { set(node.scratch.text(of: value)) }
  func encode(_ value: UInt32) { set(node.scratch.text(of: value)) }
  func encode(_ value: UInt64) { set(node.scratch.text(of: value)) }
  func encode(_ value: Double) throws { set(try node.scratch.text(of: value)) }
  func encode(_ value: Float) throws { set(try node.scratch.text(of: value)) }
  func encode<T: Encodable>(_ value: T) throws { set(try node.encoded(value, depth: node.depth)) }
}
