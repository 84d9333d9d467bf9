import Foundation

/// JSON whose keys are sorted, so that the same value is always the same bytes.
package enum StableJSON {
  package static func data(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(value)
  }

  /// Encodes a value like `data(_:isIndented:)`, with a line end at the end.
  package static func file(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
    try data(value, isIndented: isIndented) + Data("\n".utf8)
  }
}
