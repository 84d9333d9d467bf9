import Experiments
import Foundation

/// `why.json`: keys sorted, the same bytes for the same results.
public enum WhyJSON {
  public static func data(_ why: Why) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(why)
    data.append(UInt8(ascii: "\n"))
    return data
  }

  public static func why(_ data: Data) throws -> Why {
    try JSONDecoder().decode(Why.self, from: data)
  }
}
