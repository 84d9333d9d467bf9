import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Prewarming")
struct PrewarmTests {
  private func run(
    _ reading: String?, system: String = "ios-17", person: [PersonAction] = .opensAndLeaves
  ) throws -> Bench {
    let bench = Bench(
      World([.still(minutes: 3 * 24 * 60)]), system: system,
      fixed: ["launch.prewarmsPerDay": 3, "app.memoryKillMeanSeconds": 1e9],
      readings: reading.map { ["prewarming": $0] } ?? [:], person: person,
      script: TestApp.Script())
    try bench.run(toMinute: 5)
    bench.phone.killApp(.memoryPressure)
    return try bench.run()
  }

  @Test("LIFE-15: the system may start a process ahead of use; that is no opening")
  func ahead() throws {
    let bench = try run("ahead-of-use")
    #expect(bench.log.launches == ["launch userOpened", "launch prewarm"])
    #expect(bench.log.count("active") == 1)
    #expect(bench.phone.app?.lastOpened == morning)
    #expect(bench.watch.times { $0 == .foreground } == [morning])
    // The app is suspended again soon, as after an opening (LIFE-1).
    let start = try #require(bench.log.times("launch prewarm").first)
    let suspension = try #require(bench.watch.suspensions.last)
    #expect((5...10).contains((suspension - start).seconds))
  }

  @Test("LIFE-15: it does not unless the reading says so, nor to an app that was force-quit")
  func option() throws {
    #expect(try run(nil).log.launches == ["launch userOpened"])
    let quit = try run(
      "ahead-of-use", person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1))
    #expect(quit.log.launches == ["launch userOpened"])
  }

  @Test("LIFE-15: a process that was started ahead comes to the foreground when the app is opened")
  func opened() throws {
    let bench = try run(
      "ahead-of-use", person: .opensAndLeaves + .opens(atMinute: 3 * 24 * 60 - 10))
    #expect(bench.log.launches == ["launch userOpened", "launch prewarm"])
    #expect(bench.log.calls.suffix(2).map(\.name) == ["foreground", "active"])
  }
}
