import Experiments
import Files
import Foundation
import Reporting
import Simulation

/// The explanation beside a report: `why.json` in the report's own folder, or in the folder
/// "why-NAME" beside the folder "NAME".
struct WhyNeighbor {
  private static let prefix = "why-"

  let reference: WhyReference

  /// Finds the explanation; nil if there is none, or if it is of another scenario.
  ///
  /// A file that cannot be read counts as none: a report does not need an explanation.
  init?(ofReportIn folder: String, _ report: Report) {
    let own = URL(fileURLWithPath: folder).standardizedFileURL
    let name = Self.prefix + own.lastPathComponent
    let places = [
      (own, "why.html"),
      (own.deletingLastPathComponent().appendingPathComponent(name), "../\(name)/why.html"),
    ]
    for (place, address) in places {
      guard let data = try? Data(contentsOf: place.appendingPathComponent("why.json")),
        let why = try? WhyJSON.why(data), Self.isSame(why, report)
      else { continue }
      reference = WhyReference(why, address: address)
      return
    }
    return nil
  }

  private static func isSame(_ why: Why, _ report: Report) -> Bool {
    why.provenance.scenarioHash == report.provenance.scenarioHash
  }

  /// Writes the page of the report beside an explanation again, with links to the explanation.
  ///
  /// Does nothing if there is no such report, or if it is of another scenario.
  static func linkReport(to why: Why, in folder: String) throws {
    let own = URL(fileURLWithPath: folder).standardizedFileURL
    var places = [own]
    if own.lastPathComponent.hasPrefix(prefix) {
      let name = String(own.lastPathComponent.dropFirst(prefix.count))
      places.append(own.deletingLastPathComponent().appendingPathComponent(name))
    }
    for place in places {
      let page = place.appendingPathComponent("report.html").path
      guard let data = try? Data(contentsOf: place.appendingPathComponent("report.json")),
        let report = try? ReportJSON.report(data), isSame(why, report),
        FileManager.default.fileExists(atPath: page)
      else { continue }
      let file = try OutputFile(page)
      defer { file.discard() }
      try file.write([UInt8](ReportRendering(report: report, folder: place.path).data(.html)))
      try file.commit()
    }
  }
}
