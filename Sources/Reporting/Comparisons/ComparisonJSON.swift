import Experiments
import Foundation

/// `comparison.json`: the whole comparison, keys sorted, the same bytes for the same results. On one line,
/// since over forty scenarios it is a few megabytes.
public enum ComparisonJSON {
  public static func data(_ comparison: Comparison) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(comparison)
    data.append(UInt8(ascii: "\n"))
    return data
  }

  public static func comparison(_ data: Data) throws -> Comparison {
    try JSONDecoder().decode(Comparison.self, from: data)
  }
}
