import Experiments
import Foundation
import Reporting
import Simulation
import Testing
import Thrifty

@Suite("The thrifty app, on a phone that is simulated")
struct ThriftyAppTests {
  private let errands = """
    odograph: 1
    name: Errands
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 12 h
    phone: { profile: iphone-14, system: ios-18, battery: 80 % }
    places:
      home: { at: [52.5310, 13.3850], wifi: HomeNet }
      market: { at: [52.5075, 13.3904] }
    day:
      - stay: home
        until: 10:00 ± 10 min
      - cycle: market
      - { stay: market, for: 45 min }
      - cycle: home
    """

  private let app = OwnApp(ThriftyApp.manifest) { phone, records in
    ThriftyApp(phone, keep: records.keep)
  }

  @Test("It knows most of the way, for a few points of battery a day")
  func way() throws {
    let days = try Simulation(text: errands, seeds: 1...5).run(app)
    let path = try days.mean("pathCoverage")
    let battery = try days.mean("marginalBatteryPercentPerDay")
    #expect(path > 0.5)
    #expect(battery < 3)
  }

  @Test("It sees more on the way than significant changes alone, under the same seeds")
  func more() throws {
    let simulation = try Simulation(text: errands, seeds: 1...5)
    let own = try simulation.run(app).mean("positionCoverageMoving")
    let alone = try simulation.run(preset: "overland-significant-only")
      .mean("positionCoverageMoving")
    #expect(own > alone)
  }

  @Test("A report shows its day on a map, with each record and the causes of gaps")
  func report() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "thrifty-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let days = try Simulation(text: errands).report(app, into: folder.path)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.contains("report.html") && files.contains("thrifty/explain.txt"))
    #expect(try days.mean("fixCount") > 0)
  }
}
