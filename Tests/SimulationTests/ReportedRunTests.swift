import Evaluation
import Scenarios
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Experiments
@testable import Simulation

@Suite("What a run reports")
struct ReportedRunTests {
  private static func scenario(_ extra: String, trackers: String) throws -> Scenario {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Short
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: 3 h
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
        office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
      day:
        - stay: home
          for: 10 min
        - drive: office
      trackers: [\(trackers)]
      \(extra)
      """, suffix: ".yaml")
    return try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
  }

  private static func run(_ scenario: Scenario) throws -> [RunResult] {
    try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1]).run().results
  }

  @Test("An address is told without names, tokens and queries")
  func addressesWithoutSecrets() {
    var settings = TrackerSettings()
    settings.endpoint = "https://me:hunter2@srv.example/in?token=SECRET123"
    settings.accessToken = "SECRET456"
    let text = settings.summary.joined(separator: "\n")
    #expect(text.contains("endpoint=https://srv.example/in"))
    #expect(!text.contains("hunter2") && !text.contains("SECRET"))
  }

  @Test("A server that is away all day costs the radio's tries, and nothing is received")
  func outage() throws {
    let away = try Self.scenario(
      "server: [{ from: 2026-03-02T08:00:00Z, until: 2026-03-02T11:00:00Z, outage: true }]",
      trackers: "overland-high-resolution")
    let result = try #require(try Self.run(away).first)
    let modem = try #require(result.energy.byComponent.first { $0.name == "modem" })
    let wifi = try #require(result.energy.byComponent.first { $0.name == "wifi" })
    #expect(modem.marginalJoules + wifi.marginalJoules > 0.1)
    #expect(result.delivery?.received == 0)
    #expect(result.delivery?.lost == 0)
  }

  @Test("Rounding to whole seconds does not hide a record from the judge")
  func wholeSecondKeys() throws {
    let scenario = try Self.scenario(
      "", trackers: "{ preset: overland-high-resolution, set: { wholeSecondKeys: true } }")
    let delivery = try #require(try Self.run(scenario).first?.delivery)
    #expect(delivery.received > 100)
    #expect(delivery.received > delivery.recorded / 2)
  }

  @Test("Cost per fix counts the fixes of the compared time, not those after the phone came back")
  func shutOff() throws {
    // The phone is empty within minutes, charged for an hour, and used again. Most fixes come after
    // the end of the compared time.
    var scenario = try Self.scenario(
      """
      person:
        - { at: 2026-03-02T08:30:00Z, charges: phone, for: 1 h }
        - { at: 2026-03-02T09:00:00Z, opens: app, for: 90 min }
      """, trackers: "overland-high-resolution")
    scenario.phone.batteryLevel = 0.001
    let result = try #require(try Self.run(scenario).first)
    let energy = result.energy
    #expect(energy.firstShutOff != nil)
    #expect(energy.secondsOff > 0)
    #expect(energy.comparedSeconds < energy.simulatedSeconds / 2)
    let sum = energy.byComponent.reduce(0) { $0 + $1.joules }
    #expect(abs(sum - energy.totalJoules) <= 1e-9 * energy.totalJoules)
    // If all deliveries were counted, this product would be the marginal energy itself.
    let perFix = try #require(energy.marginalJoulesPerDeliveredFix)
    #expect(perFix * Double(result.lifecycle.deliveredFixes) > 1.5 * energy.marginalJoules)
    // Totals count to the end: the screen is on for an hour and a half after the compared time.
    #expect(energy.totalJoules > 10 * energy.marginalJoules)
  }

  @Test("Home is where the scenario says, whatever a tracker takes for it")
  func homeIsTheScenarios() throws {
    let results = try Self.run(
      try Self.scenario(
        "", trackers: "ehe-pilot-1, { preset: ehe-pilot-1, name: misled, home: office }"))
    // A tracker's own home affects its derived values, but not its records. So all measures of home
    // must be equal.
    #expect(results[0].derived != results[1].derived)
    #expect(results[0].coverage.mobilityBias == results[1].coverage.mobilityBias)
    #expect(results[0].coverage.missingness == results[1].coverage.missingness)
  }

  @Test("With reduced accuracy only areas are recorded, and no gap goes unexplained")
  func reducedAccuracy() throws {
    var scenario = try Self.scenario("", trackers: "overland-high-resolution")
    scenario.permissions.accuracy = .reduced
    let result = try #require(try Self.run(scenario).first)
    let p50 = try #require(result.coverage.positionErrorMeters?.p50)
    #expect(p50 > 100)
    #expect(!result.gapCauses.recorded.contains { $0.cause == .unexplained && $0.seconds > 0 })
  }

  @Test("When In Use, what happens out of use is not permitted rather than beyond the service")
  func whenInUse() throws {
    var scenario = try Self.scenario("", trackers: "overland-significant-only")
    scenario.permissions.location = .whenInUse
    let causes = try #require(try Self.run(scenario).first).gapCauses.recorded
    #expect(causes.contains { $0.cause == .notPermitted && $0.seconds > 3600 })
    #expect(!causes.contains { $0.cause == .belowServiceResolution && $0.seconds > 60 })
  }

  @Test("A variant of settings still answers to its tracker's name for expectations and outages")
  func variantsKeepTheirOrigin() throws {
    let scenario = try Self.scenario("", trackers: "overland-high-resolution")
    let override = try SettingOverride.parse(
      "overland-high-resolution.minimumDistance=off,10 m",
      trackers: scenario.trackers.map(\.name))
    let variants = scenario.trackers.applying([override])
    #expect(variants.count == 2)
    #expect(variants.allSatisfy { $0.origin == "overland-high-resolution" })
    #expect(Set(variants.map(\.name)).count == 2)
  }
}
