// A view has thousands of some values. These are written as lists of their members, without names.

extension Decoder {
  /// Reads the values of an object that is encoded as a list without names, in their order.
  func list<each Value: Decodable>(
    of types: repeat (each Value).Type
  ) throws -> (repeat each Value) {
    var values = try unkeyedContainer()
    return (repeat try values.decode(each types))
  }
}

extension Encoder {
  /// Writes the values of an object as a list without names.
  func encode<each Value: Encodable>(list members: repeat each Value) throws {
    var values = unkeyedContainer()
    repeat try values.encode(each members)
  }
}
