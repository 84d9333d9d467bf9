import Foundation
import Text

/// The JSON of result files, with sorted keys, so that equal values give equal bytes.
package enum StableJSON {
  package static func data(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
    Data(try SortedJSON.bytes(of: value, isIndented: isIndented))
  }

  /// Encodes a value like `data(_:isIndented:)`, and adds a line break at the end.
  package static func file(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
    var file = try data(value, isIndented: isIndented)
    file.append(UInt8(ascii: "\n"))
    return file
  }
}
