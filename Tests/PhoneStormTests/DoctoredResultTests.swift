import Evaluation
import Foundation
import PhoneStorm
import Scenarios
import Simulation
import Testing
import Timekeeping

/// Each check on a result that contains an impossible figure.
@Suite("The storm's checks find a doctored result")
struct DoctoredResultTests {
  private static let text = """
    odograph: 1
    start: 2026-03-02T06:00:00Z
    duration: 2 h
    places:
      home: { at: [45.5231, -122.6765], wifi: HomeNet }
      office: { at: [45.5182, -122.6487] }
    day: [{ stay: home, for: 20 min }, { walk: office }, { stay: office }]
    trackers: [overland-battery-saving]

    """

  private func simulated() throws -> (result: RunResult, scenario: Scenario) {
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone)
      .read(text: Self.text, file: "day.yaml")
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    let tracker = try day.provision(scenario.trackers[0])
    return (try TrackerRun(day: day, tracker: tracker).run(), scenario)
  }

  private func problems(_ doctor: (inout RunResult) -> Void) throws -> [String] {
    var result = try simulated().result
    doctor(&result)
    var check = ResultCheck()
    check.hold(result, daySeconds: 7200)
    return check.problems.sentences
  }

  @Test("An honest result has none") func honest() throws { #expect(try problems { _ in } == []) }

  @Test("A coverage above 1, and one outside of its parts")
  func coverage() throws {
    #expect(try problems { $0.coverage.positionCoverage = 1.5 }.count >= 2)
    #expect(try problems { $0.coverage.epochCoverage = -0.1 }.count == 1)
    #expect(try problems { $0.coverage.aliveCoverage = 1 }.count == 1)
  }

  @Test("A component, a cause and a margin that do not add up")
  func energy() throws {
    #expect(try problems { $0.energy.byComponent[0].joules += 1 }.count == 1)
    #expect(try problems { $0.energy.byCause[0].joules += 1 }.count == 1)
    #expect(try problems { $0.energy.byComponent[0].marginalJoules += 1 }.count == 1)
    // Two problems: as a share, and as the charge.
    #expect(try problems { $0.energy.finalBatteryLevel = 1.2 }.count == 2)
  }

  @Test("A component that gives energy, though the sums hold")
  func generator() throws {
    let found = try problems {
      let joules = $0.energy.byComponent[0].joules
      $0.energy.byComponent[0].joules -= 2 * joules
      $0.energy.byComponent[1].joules += 2 * joules
    }
    #expect(found.count == 1)
  }

  @Test("Times beyond the day, and a shut-off without time off")
  func times() throws {
    #expect(try problems { $0.coverage.simulatedSeconds = 7300 }.count == 1)
    #expect(try problems { $0.coverage.judgedSeconds = 7300 }.count == 1)
    // Two problems: as a time, and as a part of the day.
    #expect(try problems { $0.energy.comparedSeconds = -1 }.count == 2)
    #expect(try problems { $0.energy.secondsOff = 20 }.count == 1)
    #expect(try problems { $0.coverage.longestGapSeconds = -1 }.count == 1)
  }

  @Test("More deaths than launches, and more received than recorded")
  func counts() throws {
    #expect(try problems { $0.lifecycle.deaths[.crash] = 99 }.count == 1)
    #expect(try problems { $0.lifecycle.suspensions = -1 }.count == 1)
    #expect(try problems { $0.delivery?.received += 1_000_000 }.count == 1)
    #expect(try problems { $0.delivery?.recorded += 1 }.count == 1)
  }

  @Test("No number in the bytes, other bytes, and a member that the schema lacks")
  func bytes() throws {
    let (result, scenario) = try simulated()
    let check = BytesCheck()
    var bad = result
    bad.energy.totalJoules = .nan
    #expect(throws: EncodingError.self) { try check.bytes(of: bad, scenario: scenario) }
    let good = try check.bytes(of: result, scenario: scenario)
    #expect(try check.problems(good, again: good).sentences == [])
    bad = result
    bad.energy.totalJoules += 1
    let other = try check.bytes(of: bad, scenario: scenario)
    #expect(try check.problems(good, again: other).count == 1)
    let text = String(decoding: good, as: UTF8.self)
    let extra = Data(("{\"surplus\":1," + text.dropFirst()).utf8)
    #expect(try check.problems(extra, again: extra).count == 1)
  }

  @Test("A ledger that books more than the cell gave")
  func ledger() {
    func account(_ parts: [Double], total: Double) -> EnergyAccount {
      let named = parts.map { NamedJoules("part", joules: $0) }
      return EnergyAccount(
        joulesByComponent: named, joulesByCause: named, totalJoules: total, batteryJoules: 40_000,
        firstShutOff: nil, secondsOff: 0, finalBatteryLevel: 0.5)
    }
    #expect(ledgerProblems(of: account([1, 2], total: 3), drawnJoules: 3).sentences == [])
    #expect(ledgerProblems(of: account([1, 2], total: 3), drawnJoules: 2.9).count == 1)
    // Two problems: by component and by cause.
    #expect(ledgerProblems(of: account([1, 1], total: 3), drawnJoules: 3).count == 2)
    #expect(ledgerProblems(of: account([4, -1], total: 3), drawnJoules: 3).count == 2)
  }
}
