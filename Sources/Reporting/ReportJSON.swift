import Experiments
import Files
import Foundation
import Simulation

/// `report.json`: the whole report, keys sorted, the same bytes for the same results.
public enum ReportJSON {
  public static func data(_ report: Report) throws -> Data {
    try StableJSON.file(report, isIndented: true)
  }

  public static func report(_ data: Data) throws -> Report {
    try JSONDecoder().decode(Report.self, from: data)
  }
}
