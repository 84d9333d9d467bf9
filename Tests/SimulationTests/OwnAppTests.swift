import Evaluation
import PhoneAPI
import Testing
import Text

@testable import Experiments
@testable import Simulation

@Suite("A developer's own app on the simulated phone")
struct OwnAppTests {
  private let walk = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 2 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
    day: [{ stay: home, for: 30 min }, { walk: work }, { stay: work }]
    """

  private static let manifest = AppManifest(
    name: "own", backgroundModes: [.location],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse])

  private func app(_ take: @escaping @Sendable (AppRecords, Location) -> Void) -> OwnApp {
    OwnApp(Self.manifest) { phone, records in
      FollowingApp(phone) { take(records, $0) }
    }
  }

  @Test("What it keeps counts as known, and what that costs is told")
  func keeps() throws {
    let result = try #require(
      try Simulation(text: walk).run(app { $0.keep($1) }).first)
    #expect(try [result].mean("positionCoverageMoving") > 0.9)
    #expect(try [result].mean("marginalJoules") > 0)
    #expect(result.coverage.fixCount > 1000)
    #expect(result.lifecycle.deliveredFixes >= result.coverage.fixCount)
    #expect(result.lifecycle.queuedAtEnd == 0)
    #expect(result.tracker == "own" && result.settings == [] && result.delivery == nil)
  }

  @Test("What it drops is its own doing")
  func drops() throws {
    let days = try Simulation(text: walk).run(app { $0.drop($1) })
    #expect(try days.mean("fixCount") == 0)
    #expect(try days.mean("gapCauses.recorded.heldByEngine") > 3600)
    #expect(try days.mean("gapCauses.recorded.unexplained") == 0)
  }

  @Test("Days are told in the order of seeds, the same with one job and with two")
  func jobs() throws {
    var simulation = try Simulation(text: walk, seeds: 3...5)
    simulation.jobs = 1
    let one = try simulation.run(app { $0.keep($1) })
    simulation.jobs = 2
    #expect(one.map(\.seed) == [3, 4, 5])
    #expect(try simulation.run(app { $0.keep($1) }) == one)
  }

  @Test("A preset lives the same days, with settings of the test's own")
  func preset() throws {
    let simulation = try Simulation(text: walk)
    let close = try simulation.run(preset: "overland-high-resolution")
    let coarse = try simulation.run(
      preset: "overland-high-resolution", settings: ["minimumDistance": "100 m"])
    #expect(try coarse.mean("fixCount") < close.mean("fixCount"))
    #expect(throws: InputError.self) { try simulation.run(preset: "overland-hi-resolution") }
  }

  @Test("A misspelt measure is named with the nearest, and one that does not apply is no number")
  func measures() throws {
    let days = try Simulation(text: walk).run(app { $0.keep($1) })
    let error = #expect(throws: InputError.self) { try days.mean("pathCoverag") }
    #expect(error?.description.contains("pathCoverage") == true)
    #expect(throws: NoFigure.self) { try days.mean("gateRecall") }
  }
}

/// An app that requests updates and never stops them.
private final class FollowingApp: App, LocationManagerDelegate {
  private let manager: any LocationManager
  private let take: (Location) -> Void

  init(_ phone: any Phone, take: @escaping (Location) -> Void) {
    manager = phone.makeLocationManager()
    self.take = take
  }

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    locations.forEach(take)
  }
}
