import Foundation

/// An encoder of JSON with sorted keys, so that equal values give equal bytes.
package enum StableJSON {
  package static func data(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(value)
  }

  /// Encodes a value like `data(_:isIndented:)`, and adds a line break at the end.
  package static func file(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
    try data(value, isIndented: isIndented) + Data("\n".utf8)
  }
}
