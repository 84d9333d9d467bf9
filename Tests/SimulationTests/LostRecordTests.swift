import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import Simulation

@Suite("Records that are lost on their way")
struct LostRecordTests {
  /// Runs an hour's walk, during which the server answers for ten minutes with an error and status
  /// 200.
  private static func run(_ tracker: String) throws -> RunResult {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Swallowed
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: 1 h
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m }
        office: { at: [45.5122, -122.6587], radius: 80 m }
      day:
        - stay: home
          for: 1 min
        - walk: office
      server: [{ from: 08:10, until: 08:20, fails: error-with-200 }]
      trackers: [\(tracker)]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let results = try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1]).run()
      .results
    return try #require(results.first)
  }

  @Test("Who takes any 2xx for success loses what an error with 200 swallowed, and it is counted")
  func swallowed() throws {
    let strict = try Self.run("overland-high-resolution")
    #expect(strict.delivery?.lost == 0)
    let lax = try Self.run(
      "{ preset: overland-high-resolution, set: { acceptsAnyHTTP2xx: true, sendInterval: 1 min } }")
    let delivery = try #require(lax.delivery)
    // Ten minutes with a fix a second, give or take a batch at each end.
    #expect((500...700).contains(delivery.lost), "\(delivery)")
    #expect(delivery.recorded == delivery.received + delivery.lost + lax.lifecycle.queuedAtEnd)
    let swallowed = lax.gapCauses.received?.first { $0.cause == .lost }?.seconds ?? 0
    #expect(swallowed > 0)
  }
}
