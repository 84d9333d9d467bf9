/// A text as a template reads it. A library of templates asks it for its text, and need not search
/// for a way to write it.
package struct TemplateText {
  package let text: String
}

/// Turns a value into what a template reads: a struct into its members by name, a list into a list,
/// a text into a `TemplateText`, and a number or a flag into itself. Nothing remains of an optional
/// without a value.
///
/// A library of templates could read structs by reflection. To find out whether a type has a
/// reflection of its own, the runtime searches all conformances of the program, once for each type.
/// The reflection on a page's values took longer than the simulation of a day with few events.
package final class TemplateEncoder: Encoder {
  private enum Content {
    case members, elements
    case single(Any)
  }

  /// A value of a struct or a list: as the template reads it, or still being encoded.
  private enum Value {
    case whole(Any)
    case nested(TemplateEncoder)
  }

  package let codingPath: [any CodingKey] = []
  package let userInfo: [CodingUserInfoKey: Any] = [:]
  /// Nil as long as nothing is encoded.
  private var content: Content?
  /// The names of the members in the order of their values; empty for a list.
  private var names: [String] = []
  private var values: [Value] = []

  /// Returns the value as a template reads it; nil if it encodes nothing.
  package static func templateValue<Value: Encodable>(_ value: Value) throws -> Any? {
    if Value.self == String.self, let text = value as? String { return TemplateText(text: text) }
    if Value.self == Bool.self || Value.self == Int.self || Value.self == Double.self {
      return value
    }
    let encoder = TemplateEncoder()
    try value.encode(to: encoder)
    return encoder.templateValue
  }

  private var templateValue: Any? {
    switch content {
    case .members: self
    case .elements: values.compactMap(Self.encoded)
    case .single(let value): value
    case nil: nil
    }
  }

  private static func encoded(_ value: Value) -> Any? {
    switch value {
    case .whole(let value): value
    case .nested(let encoder): encoder.templateValue
    }
  }

  /// Returns the value of a struct's member; nil if it has none.
  package func child(named name: String) -> Any? {
    names.lastIndex(of: name).flatMap { Self.encoded(values[$0]) }
  }

  // MARK: What containers add

  fileprivate func set(_ value: some Encodable) throws {
    content = try Self.templateValue(value).map(Content.single)
  }

  fileprivate func append(_ value: some Encodable) throws {
    if let value = try Self.templateValue(value) { values.append(.whole(value)) }
  }

  fileprivate func add(_ value: some Encodable, named name: String) throws {
    guard let value = try Self.templateValue(value) else { return }
    names.append(name)
    values.append(.whole(value))
  }

  fileprivate func element() -> TemplateEncoder {
    let encoder = TemplateEncoder()
    values.append(.nested(encoder))
    return encoder
  }

  fileprivate func member(named name: String) -> TemplateEncoder {
    names.append(name)
    return element()
  }

  fileprivate var count: Int { values.count }

  // MARK: Containers

  package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    content = .members
    return KeyedEncodingContainer(TemplateStruct(encoder: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .elements
    return TemplateList(encoder: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    TemplateSingle(encoder: self)
  }
}

private struct TemplateStruct<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TemplateEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.add(value, named: key.stringValue)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.member(named: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(named: key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.member(named: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(named: key.stringValue) }
}

private struct TemplateList: UnkeyedEncodingContainer {
  let encoder: TemplateEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.count }

  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.append(value) }

  func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.element().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.element() }
}

private struct TemplateSingle: SingleValueEncodingContainer {
  let encoder: TemplateEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.set(value) }
}
