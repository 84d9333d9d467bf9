import AppleSimulation
import PhoneAPI
import Simulation
import TestSupport
import Testing

@Suite("Apps over Apple's modules in the process of a test")
struct InProcessAppTests {
  static let manifest = AppManifest(
    name: "ours", backgroundModes: [.location],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse])

  private func run(
    seeds: ClosedRange<UInt64> = 1...1, _ make: @escaping @MainActor @Sendable () -> AnyObject
  ) throws -> [RunResult] {
    try Simulation(text: ShortWalk.scenario, seeds: seeds).run(
      app: InProcessApp(Self.manifest, make: make))
  }

  @Test("A class with a location manager records what the phone delivers")
  func follows() throws {
    let day = try #require(try run { Follower() }.first)
    // A fix each second of the walk of 530 m, which takes 6 minutes or more.
    #expect(day.coverage.fixCount > 360)
    #expect(day.coverage.fixCount == day.lifecycle.deliveredFixes)
  }

  private static func lines(seed: UInt64) throws -> [String] {
    let lines = Lines()
    let app = InProcessApp(manifest) { Diarist(lines) }
    _ = try Simulation(text: scenario, seeds: seed...seed).run(app: app)
    return lines.all
  }

  /// A kill after 12 minutes ends the first process, and the user opens the app again.
  private static let scenario =
    ShortWalk.scenario + """

      person: [{ at: 07:12, crashes: app }, { at: 07:20, opens: app, for: 1 min }]
      """

  @Test("Clocks, queues, timers and tasks follow the phone, and defaults outlive a kill")
  func virtualTime() throws {
    let lines = try Self.lines(seed: 1)
    let steps = lines.filter { !$0.hasPrefix("random") && !$0.hasPrefix("state") }
    let times = [
      "group and operation 0",
      "asyncAfter 10", "other queue 20", "timer 30", "task 40", "detached task 45", "timer 60",
    ]
    #expect(
      steps.filter { !$0.hasPrefix("background") }
        == ["launch 1"] + times + ["launch 2"] + times)
    // The scenario's person leaves the app after each of its two openings.
    #expect(lines.filter { $0 == "state background" }.count == 2)
    #expect(lines.filter { $0.hasPrefix("background") }.count == 2)
  }

  @Test("A wait ends the test's process, because no other thread would end it")
  func wait() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Simulation(text: ShortWalk.scenario).run(
        app: InProcessApp(InProcessAppTests.manifest) { Sleeper() })
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("it sleeps, or waits for other work of its own"))
    #expect(text.contains("Build it as a program of its own"))
  }

  @Test("Runs of several seeds at once equal the runs one by one, random numbers too")
  func parallel() async throws {
    let alone = try (1...4).map { try Self.lines(seed: $0) }
    let together = try await withThrowingTaskGroup { group in
      for seed in UInt64(1)...4 { group.addTask { (seed, try Self.lines(seed: seed)) } }
      return try await group.reduce(into: [UInt64: [String]]()) { $0[$1.0] = $1.1 }
    }
    #expect((1...4).map { together[$0] } == alone)
    // Each seed draws its own numbers.
    #expect(Set(alone.flatMap { $0 }.filter { $0.hasPrefix("random") }).count >= 4)
  }
}
