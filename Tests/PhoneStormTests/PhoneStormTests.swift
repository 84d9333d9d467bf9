import Foundation
import PhoneStorm
import Simulation
import TestSupport
import Testing

/// The part of the phone storm that every run of the tests repeats.
@Suite("A storm of random phone-days")
struct PhoneStormTests {
  /// The seeds, few enough for a debug build.
  private static let seeds: [UInt64] = Array(1...30)

  @Test("Fixed seeds pass every check, and have enough in them to be checked")
  func fixedSeeds() throws {
    let place = try Workplace()
    let storm = PhoneStorm(folder: place.url.path)
    let outcomes = try ParallelWork(count: Self.seeds.count, jobs: 2).results { index in
      storm.outcome(of: Self.seeds[index])
    }
    var totals = StormTotals()
    for outcome in outcomes.compactMap({ $0 }) {
      totals.add(outcome)
      for problem in outcome.problems {
        Issue.record("make phone-storm STORM_ONLY=\(outcome.seed): \(problem)")
      }
    }
    #expect(totals.emptiness == [])
    #expect(totals.phoneDays > 20)
  }

  @Test("A seed draws the same documents twice, and the next seed others")
  func draws() {
    #expect(StormDay(seed: 5).scenario == StormDay(seed: 5).scenario)
    #expect(StormDay(seed: 5).scenario != StormDay(seed: 6).scenario)
    #expect(StormDay(seed: 5).scenario != StormDay(seed: 5, attempt: 1).scenario)
  }

  @Test("A failure leaves the scenario and the command that repeats it")
  func report() throws {
    let place = try Workplace()
    var outcome = StormOutcome(seed: 7)
    outcome.day = StormDay(seed: 7)
    outcome.problems = ["gaps: unexplained (recorded) is 3.0 s"]
    let lines = try outcome.report(in: place.url.path, command: "again")
    let path = place.url.path + "/storm-7.yaml"
    #expect(lines.contains("  run it:   odograph run \(path) --seed 7 --explain"))
    #expect(lines.contains("  repeat:   again"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == StormDay(seed: 7).scenario)
  }

  @Test("A storm that refuses most of its days, or records nothing, is told to be empty")
  func emptiness() {
    var totals = StormTotals()
    var refused = StormOutcome(seed: 1)
    refused.refusals = ["a", "b", "c"]
    totals.add(refused)
    // All three draws were refused, and no day was simulated.
    #expect(totals.refusedShare == 1)
    #expect(
      totals.emptiness == [
        "the readers refused 100 % of the days drawn", "there were no records",
        "there were no callbacks", "there were no launches", "no phone was charged",
      ])
  }
}
