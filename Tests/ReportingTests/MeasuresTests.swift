import Foundation
import Testing

@testable import Campaigns
@testable import Evaluation
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("A run's figures by name")
struct MeasuresTests {
  private let run = Specimen.run("one")

  @Test(
    "A figure is found by its bare name, and by where it stands",
    arguments: [
      ("positionCoverage", 0.75), ("coverage.positionCoverage", 0.75),
      ("positionErrorMeters.p95", 21), ("received", 12_300), ("delivery.lost", 45),
      ("marginalBatteryPercentPerDay", 10), ("energy.marginalJoules", 4000),
      ("lifecycle.launches", 3), ("lifecycle.deaths.forceQuit", 1),
      ("gapCauses.recorded.suspended", 7200),
      // A cause that took no time is not listed.
      ("gapCauses.recorded.appDead.crash", 0),
    ])
  func found(name: String, value: Double) {
    let figure = Measures.figure(name, of: run)
    #expect(figure.map { abs($0 - value) < 1e-9 } == true)
    #expect(Measures.names.contains(name))
  }

  @Test(
    "What does not apply has no figure",
    arguments: ["tripRecall", "gapCauses.received.lost", "positionCoverag", "coverage", ""])
  func missing(name: String) {
    #expect(Measures.figure(name, of: run) == nil)
  }

  @Test("Every bare name of the report's coverage, energy and delivery is known")
  func names() throws {
    let data = try JSONEncoder().encode(Specimen.complete)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for section in ["coverage", "energy", "delivery"] {
      let members = try #require(object[section] as? [String: Any])
      for (name, value) in members where value is NSNumber || value is NSNull {
        #expect(Measures.names.contains(name), "\(section).\(name)")
      }
    }
  }

  @Test("What a comparison tells is there, and has a better end, but for the fixes and a delay")
  func headline() {
    for name in Measures.headline {
      #expect(Measures.names.contains(name), "\(name)")
      let hasNone = ["fixCount", "tripStartDelaySeconds"].contains(name)
      #expect((Measures.sense(of: name) == nil) == hasNone, "\(name)")
    }
    #expect(Measures.sense(of: "coverage.pathCoverage") == .moreIsBetter)
    #expect(Measures.sense(of: "gapCauses.recorded.suspended") == .lessIsBetter)
    #expect(Measures.sense(of: "mobilityBias.distanceMeters") == nil)
  }

  @Test("Over several seeds the mean counts, and none where the figure is missing in one")
  func mean() {
    let runs = [0.5, 0.9].map { Specimen.run("one", positionCoverage: $0) }
    #expect(Measures.mean("positionCoverage", of: runs) == 0.7)
    let withNull = runs + [Specimen.run("one", positionCoverage: nil)]
    #expect(Measures.mean("positionCoverage", of: withNull) == nil)
    #expect(Measures.mean("positionCoverage", of: []) == nil)
  }
}

@Suite("report.json")
struct ReportJSONTests {
  @Test("It is read back as it was written")
  func roundTrip() throws {
    let report = try Specimen.report([Specimen.run("one"), Specimen.run("two", sends: false)])
    let data = try ReportJSON.data(report)
    #expect(try ReportJSON.report(data) == report)
    #expect(try ReportJSON.data(try ReportJSON.report(data)) == data)
  }

  @Test("Keys are sorted, slashes are plain, and the last byte is a line feed")
  func form() throws {
    let data = try ReportJSON.data(try Specimen.report([Specimen.run("one")]))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"A day / a night\""))
    #expect(text.hasSuffix("}\n") && !text.hasSuffix("\n\n"))
    #expect(text.contains("\"schema\" : \"odograph.report/1\""))
    let keys = text.split(separator: "\n").compactMap { $0.firstMatch(of: /^  "([a-zA-Z]+)"/)?.1 }
    #expect(keys == ["provenance", "runs", "scenario", "schema"])
  }

  @Test("A measure that does not apply is null and there")
  func nulls() throws {
    let data = try ReportJSON.data(
      try Specimen.report([Specimen.run("one", positionCoverage: nil)]))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"positionCoverage\" : null"))
  }
}
