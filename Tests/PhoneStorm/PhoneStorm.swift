import Foundation
import PhoneConformance
import Scenarios
import Simulation
import Text
import Timekeeping

/// Draws random days and simulates each with every check on.
package struct PhoneStorm: Sendable {
  /// The folder in which days are written before they are read, as a user's files are.
  package var folder: String
  /// The number of draws of one seed that may be refused.
  package var attemptsMax = 12
  /// The period of the conformance suite: it runs on the phone of each day whose seed is a
  /// multiple.
  package var conformanceEvery: UInt64 = 25
  /// The largest number of events a phone-day. More mean a timer that lets no time pass.
  package var eventsPerDayMax = 20_000_000.0

  package init(folder: String) { self.folder = folder }

  package func outcome(of seed: UInt64) -> StormOutcome {
    var outcome = StormOutcome(seed: seed)
    for attempt in 0..<attemptsMax {
      let drawn = StormDay(seed: seed, attempt: attempt)
      do {
        try simulate(drawn, &outcome)
        outcome.day = drawn
        return outcome
      } catch let error as InputError {
        outcome.refusals.append("\(error)")
      } catch {
        outcome.day = drawn
        outcome.problems.append("ended: \(error)")
        return outcome
      }
    }
    return outcome
  }

  /// - Throws: `InputError` if a reader refuses the day.
  private func simulate(_ drawn: StormDay, _ outcome: inout StormOutcome) throws {
    let own = folder + "/seed-\(drawn.seed)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    let path = try drawn.write(to: own)
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: path)
    let day = try SimulatedDay(scenario: scenario, seed: drawn.seed)
    let tracker = try day.provision(scenario.trackers[0])
    outcome.phoneDays = (day.world.end - day.world.start).seconds / 86_400
    let watch = DayWatch(day)
    defer { watch.release() }
    let result = try watchedRun(day, tracker, watch)
    var problems = held(result, watch, day)
    let bytes = BytesCheck()
    let first = try bytes.bytes(of: result, scenario: scenario)
    let second = try bytes.bytes(
      of: TrackerRun(day: day, tracker: tracker).run(), scenario: scenario)
    problems.append(try bytes.problems(first, again: second))
    if drawn.seed % conformanceEvery == 0 { problems.append(conformance(day)) }
    outcome.problems = problems.flatMap(\.sentences)
    outcome.recordCount = watch.records.count
    outcome.callbackCount = watch.callbacks.count
    outcome.launches = result.lifecycle.launches
    outcome.chargedJoules = watch.battery.chargedJoules
  }

  private func watchedRun(
    _ day: SimulatedDay, _ tracker: ProvisionedTracker, _ watch: DayWatch
  ) throws -> RunResult {
    var run = TrackerRun(day: day, tracker: tracker)
    run.sink = watch
    run.explains = true
    run.probe = { watch.probe($0) }
    let days = (day.world.end - day.world.start).seconds / 86_400
    run.eventCountMax = Int(eventsPerDayMax * max(days, 0.1))
    run.wrapsApp = { WatchedApp($0, check: watch.callbacks, make: $1) }
    let result = try run.run()
    try run.sink?.finish()
    return result
  }

  private func held(_ result: RunResult, _ watch: DayWatch, _ day: SimulatedDay) -> [Problems] {
    var gaps = watch.gaps
    gaps.hold(
      RunGaps(
        causes: result.gapCauses, positionCoverage: result.coverage.positionCoverage,
        judgedSeconds: result.coverage.judgedSeconds,
        longestSeconds: result.coverage.longestGapSeconds))
    var figures = ResultCheck()
    figures.hold(result, daySeconds: day.scenario.duration.seconds)
    return [
      watch.battery.problems, watch.ledger(), gaps.problems, watch.records.problems,
      watch.callbacks.problems, figures.problems,
    ]
  }

  /// Returns the problems of this day's phone with the contracts of PhoneAPI.
  private func conformance(_ day: SimulatedDay) -> Problems {
    var problems = Problems("conformance")
    for check in ConformanceCheck.all {
      let phone = StormPhoneUnderTest(day)
      for violation in check.violations(of: phone) {
        problems.expect(false, "\(check.name): \(violation)")
      }
      if let failure = phone.failure { problems.expect(false, "\(check.name): \(failure)") }
    }
    return problems
  }
}
