import Campaigns
import Experiments
import Foundation

/// `tune.json`: what a tuning came to, keys sorted, the same bytes for the same results.
public enum TuningJSON {
  public static func data(_ tuning: Tuning) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    var data = try encoder.encode(tuning)
    data.append(UInt8(ascii: "\n"))
    return data
  }
}
