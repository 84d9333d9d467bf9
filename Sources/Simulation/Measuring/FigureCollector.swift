import Text

/// Collects the numbers in any encodable value, with dotted names such as `energy.totalJoules`.
///
/// A measure therefore has the name that it has in `report.json`, and there is no second list of
/// names to maintain. Lists are left out, because their elements have no names.
enum FigureCollector {
  /// Returns the numbers in the order of encoding. A measure that does not apply has the value nil.
  static func figures(of value: some Encodable) -> [(name: String, value: Double?)] {
    let sheet = FigureSheet()
    // Nothing here throws: values that are no numbers are skipped.
    try? value.encode(to: FigureEncoder(sheet: sheet, path: ""))
    return sheet.figures
  }
}

private final class FigureSheet {
  var figures: [(name: String, value: Double?)] = []
}

private struct FigureEncoder: Encoder {
  let sheet: FigureSheet
  let path: String
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FigureMembers(sheet: sheet, prefix: path.isEmpty ? "" : path + "."))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { IgnoredElements() }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleFigure(sheet: sheet, path: path)
  }
}

private struct SingleFigure: SingleValueEncodingContainer {
  let sheet: FigureSheet
  let path: String
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { sheet.figures.append((path, nil)) }
  func encode(_ value: Bool) {}
  func encode(_ value: String) {}
  func encode(_ value: Double) { sheet.figures.append((path, value)) }
  func encode(_ value: Float) { encode(Double(value)) }
  func encode(_ value: Int) { encode(Double(value)) }
  func encode(_ value: Int8) { encode(Double(value)) }
  func encode(_ value: Int16) { encode(Double(value)) }
  func encode(_ value: Int32) { encode(Double(value)) }
  func encode(_ value: Int64) { encode(Double(value)) }
  func encode(_ value: UInt) { encode(Double(value)) }
  func encode(_ value: UInt8) { encode(Double(value)) }
  func encode(_ value: UInt16) { encode(Double(value)) }
  func encode(_ value: UInt32) { encode(Double(value)) }
  func encode(_ value: UInt64) { encode(Double(value)) }
  func encode(_ value: some Encodable) throws {
    try value.encode(to: FigureEncoder(sheet: sheet, path: path))
  }
}

private struct FigureMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sheet: FigureSheet
  /// The path of the members' owner, with a dot at its end.
  let prefix: String
  var codingPath: [any CodingKey] { [] }

  private func member(_ key: Key) -> FigureEncoder {
    FigureEncoder(sheet: sheet, path: prefix + key.stringValue)
  }

  func encodeNil(forKey key: Key) { sheet.figures.append((member(key).path, nil)) }
  func encode(_ value: Bool, forKey key: Key) {}
  func encode(_ value: String, forKey key: Key) {}
  func encode(_ value: Double, forKey key: Key) {
    sheet.figures.append((member(key).path, value))
  }
  func encode(_ value: Int, forKey key: Key) {
    sheet.figures.append((member(key).path, Double(value)))
  }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try value.encode(to: member(key))
  }
  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Other> { member(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { IgnoredElements() }
  func superEncoder() -> any Encoder {
    FigureEncoder(sheet: sheet, path: String(prefix.dropLast()))
  }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

/// An encoder that ignores lists and their elements.
private struct IgnoredElements: UnkeyedEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count = 0

  func encodeNil() {}
  func encode(_ value: some Encodable) {}
  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FigureMembers(sheet: FigureSheet(), prefix: ""))
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { IgnoredElements() }
  func superEncoder() -> any Encoder { FigureEncoder(sheet: FigureSheet(), path: "") }
}
