import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import Simulation

@Suite("Health data on its way")
struct HealthDataTests {
  /// Runs six hours with the app open for five of them, so that there are records to send.
  private static func run(
    _ trackers: String, person: String = "[]", server: String = "[]"
  ) throws -> [RunResult] {
    let acts = person == "[]" ? "" : person
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Study
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: 6 h
      permissions: { location: always, motion: granted }
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
        office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
      day:
        - stay: home
          for: 10 min
        - walk: office
      person: [{ at: 08:05, opens: app, for: 5 h }\(acts)]
      server: \(server)
      trackers: [\(trackers)]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    return try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1]).run().results
  }

  @Test(
    "Every position arrives once, at either generation of the server",
    arguments: ["ehe-pilot-2", "{ preset: ehe-pilot-2, contract: fhir-jupyterhealth }"])
  func arrives(_ tracker: String) throws {
    let result = try #require(try Self.run(tracker).first)
    let delivery = try #require(result.delivery)
    #expect(delivery.received > 10)
    // A cached fix may be recorded a second time, which the server treats as a duplicate.
    #expect(delivery.duplicated <= 1 && delivery.lost == 0)
    #expect(result.lifecycle.queuedAtEnd <= 1)
  }

  @Test("Without consent nothing is lost; given again, what was kept arrives")
  func consent() throws {
    let withdrawal = "[{ at: 10:00, consent: withdrawn }]"
    let withdrawn = try #require(try Self.run("ehe-pilot-2", server: withdrawal).first)
    #expect(withdrawn.lifecycle.queuedAtEnd > 10)
    let given = try #require(
      try Self.run(
        "ehe-pilot-2", person: ", { at: 12:00, acts: giveConsent }", server: withdrawal
      ).first)
    #expect(given.lifecycle.queuedAtEnd < withdrawn.lifecycle.queuedAtEnd)
    #expect(given.delivery?.lost == 0 && (given.delivery?.duplicated ?? 9) <= 1)
  }

  @Test(
    "wholeBatchFails: an entry refused has the others sent again, and the server has them twice")
  func wholeBatch() throws {
    let results = try Self.run(
      "ehe-pilot-2, { preset: ehe-pilot-2, name: quirk, set: "
        + "{ wholeBatchFails: true, randomIdentifiers: true } }",
      server: "[{ from: 08:30, until: 09:30, outage: true }, "
        + "{ from: 09:30, until: 10:00, refusesEntry: 2 }]")
    #expect(results.map { $0.delivery?.lost } == [0, 0])
    let duplicated = results.compactMap { $0.delivery?.duplicated }
    #expect(duplicated.count == 2 && duplicated[0] + 1 < duplicated[1], "\(duplicated)")
  }
}
