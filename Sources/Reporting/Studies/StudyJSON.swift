import Campaigns
import Experiments
import Foundation

/// `study.json`: what a study came to, keys sorted, the same bytes for the same results. Single participants
/// are in `study.csv`.
public enum StudyJSON {
  public static func data(_ study: Study) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    var data = try encoder.encode(study)
    data.append(UInt8(ascii: "\n"))
    return data
  }
}
