import Experiments
import Files
import Foundation
import Simulation

/// `report.json`: the whole report with sorted keys. The same results give the same bytes.
package enum ReportJSON {
  package static func data(_ report: Report) throws -> Data {
    try StableJSON.file(report, isIndented: true)
  }

  package static func report(_ data: Data) throws -> Report {
    try JSONDecoder().decode(Report.self, from: data)
  }
}
