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
    let scratch = JSONScratch(isIndented: isIndented)
    guard let text = try scratch.encoded(value, depth: 0) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "The value encodes nothing."))
    }
    // A value may encode itself more than once, of which the last counts.
    return text.count == scratch.bytes.count ? scratch.bytes : Array(scratch.bytes[text])
  }
}
