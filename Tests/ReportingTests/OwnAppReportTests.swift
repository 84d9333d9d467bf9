import Evaluation
import Foundation
import PhoneAPI
import Simulation
import TestSupport
import Testing
import Text

@testable import Reporting

@Suite("The report of a user's own app in a test")
struct OwnAppReportTests {
  private let walk = ShortWalk.scenario

  private static let manifest = AppManifest(
    name: "mine", backgroundModes: [.location],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse])

  @Test("It has the files of a run from the command line, and the figures of the test")
  func files() throws {
    let place = try Workplace()
    let folder = place.url.appendingPathComponent("report")
    let app = OwnApp(Self.manifest) { phone, records in SendingApp(phone, records) }
    let simulation = try Simulation(text: walk)
    let results = try simulation.report(app, into: folder.path)
    #expect(results == (try simulation.run(app)))
    for name in RunFiles.names {
      let data = try Data(contentsOf: folder.appendingPathComponent("mine/\(name)"))
      #expect(data.count > 100, "\(name)")
    }
    let report = try ReportJSON.report(
      Data(contentsOf: folder.appendingPathComponent("report.json")))
    #expect(report.runs == results)
    #expect(report.scenario.assumptions.contains("mine has no server, so its requests fail."))
    let page = try String(
      contentsOf: folder.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(page.contains("mine"))
    // One row for each record, and the line with the names.
    let fixes = try String(
      contentsOf: folder.appendingPathComponent("mine/fixes.csv"), encoding: .utf8)
    #expect(fixes.split(separator: "\n").count == results[0].coverage.fixCount + 1)
  }

  @Test("Its server receives what it sends, with the faults of the scenario")
  func server() throws {
    let app = OwnApp(Self.manifest, server: .contract(.overland)) { phone, records in
      SendingApp(phone, records)
    }
    let result = try #require(try Simulation(text: walk).run(app).first)
    let delivery = try #require(result.delivery)
    #expect(result.contract == "overland")
    #expect(delivery.recorded == result.coverage.fixCount && delivery.recorded > 100)
    // A few of the requests break off in the network, and the app sends none again.
    #expect(delivery.received > delivery.recorded * 9 / 10)
    let refusing = walk + "\nserver: [{ status: 503, from: 07:00, until: 08:00 }]\n"
    let refused = try #require(try Simulation(text: refusing).run(app).first?.delivery)
    #expect(refused.received == 0)
    #expect(refused.recorded == delivery.recorded)
  }

  @Test("A file in place of the folder is refused, and nothing is written")
  func obstacle() throws {
    let place = try Workplace()
    let path = try place.write("a file", to: "report")
    let app = OwnApp(Self.manifest) { phone, records in SendingApp(phone, records) }
    let error = #expect(throws: InputError.self) {
      try Simulation(text: walk).report(app, into: path)
    }
    #expect(error?.description.contains("the report cannot be written here") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a file")
  }
}

/// An app that records each position, and sends each once in Overland's format.
private final class SendingApp: App, LocationManagerDelegate {
  private let phone: any Phone
  private let manager: any LocationManager
  private let records: AppRecords

  init(_ phone: any Phone, _ records: AppRecords) {
    self.phone = phone
    self.records = records
    manager = phone.makeLocationManager()
  }

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    locations.forEach(records.keep)
    let features = locations.map { location in
      let place = location.coordinate
      return "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":"
        + "[\(place.longitude),\(place.latitude)]},\"properties\":{\"timestamp\":\""
        + location.timestamp.iso8601() + "\"}}"
    }
    let body = "{\"locations\":[\(features.joined(separator: ","))]}"
    phone.http.send(
      HTTPRequest(method: "POST", url: "https://mine.example/api", body: Array(body.utf8))
    ) { _ in }
  }
}
