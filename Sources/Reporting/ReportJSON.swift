import Experiments
import Foundation
import Simulation

/// `report.json`: the whole report, keys sorted, the same bytes for the same results.
public enum ReportJSON {
  public static func data(_ report: Report) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(report)
    data.append(UInt8(ascii: "\n"))
    return data
  }

  public static func report(_ data: Data) throws -> Report {
    try JSONDecoder().decode(Report.self, from: data)
  }
}
