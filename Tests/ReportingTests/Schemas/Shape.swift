import Documents
import Foundation
import Text

/// The form of a type's JSON.
indirect enum Shape {
  case boolean, integer, number, text
  case words([String], of: any Any.Type)
  case list(Shape)
  case object(Members)
  case nullable(Shape)

  struct Members {
    var type: any Any.Type
    var all: [Member] = []
  }

  struct Member {
    var name: String
    var shape: Shape
    /// True if the member is written even without a value.
    var isRequired: Bool
  }

  /// Finds the form of a type by decoding an instance from nothing and recording its requests.
  ///
  /// - Returns: The form, and the decoded instance: with every optional member and one element in
  ///   each list, or with none if `isEmpty`.
  static func of<Value: Decodable>(
    _ type: Value.Type, isEmpty: Bool = false
  ) throws -> (shape: Shape, sample: Value) {
    let decoder = ShapeDecoder(type: type, isEmpty: isEmpty)
    let sample = try decoder.read(type)
    return (try decoder.known(), sample)
  }
}

struct UnknownShape: Error, CustomStringConvertible {
  var description: String
}

/// A decoder that answers every request of a type and records it.
private final class ShapeDecoder: Decoder {
  let type: any Any.Type
  let isEmpty: Bool
  var shape: Shape?
  var isNullable = false
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(type: any Any.Type, isEmpty: Bool) {
    self.type = type
    self.isEmpty = isEmpty
  }

  func known() throws -> Shape {
    // An empty instance does not show the form of its members.
    if isEmpty { return .boolean }
    guard let shape else { throw UnknownShape(description: "\(type) asks for nothing") }
    return isNullable ? .nullable(shape) : shape
  }

  /// Simple values and their shapes. The text can be read as a time, too.
  private static var simple: [(value: any Decodable, shape: Shape)] {
    [
      (false, .boolean), (0, .integer), (UInt64(0), .integer), (0.0, .number),
      ("2026-03-02T14:30:00Z", .text),
    ]
  }

  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let (value, shape) = Self.simple.first(where: { Swift.type(of: $0.value) == type }) {
      self.shape = shape
      if let value = value as? Value { return value }
    }
    if let cases = (type as? any CaseIterable.Type).map({ allCases(of: $0) }),
      let first = cases.first
    {
      shape = .words(try cases.map(word), of: type)
      if let first = first as? Value { return first }
    }
    return try Value(from: self)
  }

  /// Returns the shape and an instance of an inner type.
  func inner<Value: Decodable>(_ type: Value.Type) throws -> (shape: Shape, value: Value) {
    let decoder = ShapeDecoder(type: type, isEmpty: isEmpty)
    let value = try decoder.read(type)
    return (try decoder.known(), value)
  }

  private func allCases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    Array(type.allCases)
  }

  private func word(for value: Any) throws -> String {
    guard let value = value as? any Encodable else {
      throw UnknownShape(description: "\(type) cannot be encoded")
    }
    return try JSONDecoder().decode(String.self, from: JSONEncoder().encode(value))
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    shape = .object(Shape.Members(type: type))
    return KeyedDecodingContainer(MemberRecorder(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ElementRecorder(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { ValueRecorder(decoder: self) }
}

private final class MemberRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ShapeDecoder
  /// `decodeIfPresent` asks for null before it decodes.
  private var askedForNull = ""
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  init(decoder: ShapeDecoder) { self.decoder = decoder }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    askedForNull = key.stringValue
    return decoder.isEmpty
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (shape, value) = try decoder.inner(type)
    guard case .object(var members) = decoder.shape else {
      throw UnknownShape(description: "\(decoder.type) is no object")
    }
    members.all.append(
      .init(
        name: key.stringValue, shape: shape, isRequired: askedForNull != key.stringValue))
    decoder.shape = .object(members)
    return value
  }

  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> { throw unusual }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw unusual
  }
  func superDecoder() throws -> any Decoder { throw unusual }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw unusual }

  private var unusual: UnknownShape {
    UnknownShape(description: "\(decoder.type) nests containers of its own")
  }
}

/// A decoding container of one element, or of none.
private struct ElementRecorder: UnkeyedDecodingContainer {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var currentIndex = 0
  var isAtEnd: Bool { decoder.isEmpty || currentIndex > 0 }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (shape, value) = try decoder.inner(type)
    decoder.shape = .list(shape)
    currentIndex += 1
    return value
  }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> { throw unusual }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unusual }
  func superDecoder() throws -> any Decoder { throw unusual }

  private var unusual: UnknownShape {
    UnknownShape(description: "\(decoder.type) nests containers of its own")
  }
}

private struct ValueRecorder: SingleValueDecodingContainer {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.isNullable = true
    return decoder.isEmpty
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (shape, value) = try decoder.inner(type)
    decoder.shape = shape
    return value
  }
}
