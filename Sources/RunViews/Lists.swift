// A view contains thousands of pieces, levels and marks. Each is written as a list without keys.

extension Decoder {
  /// Reads values from a list without keys, in the order of `types`.
  func list<each Value: Decodable>(
    of types: repeat (each Value).Type
  ) throws -> (repeat each Value) {
    var values = try unkeyedContainer()
    return (repeat try values.decode(each types))
  }
}

extension Encoder {
  /// Writes values as a list without keys.
  func encode<each Value: Encodable>(list members: repeat each Value) throws {
    var values = unkeyedContainer()
    repeat try values.encode(each members)
  }
}
