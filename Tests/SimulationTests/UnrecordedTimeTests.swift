import Foundation
import Scenarios
import TestSupport
import Testing
import Timekeeping

@testable import Evaluation
@testable import Experiments
@testable import Simulation

@Suite("Energy while a recording has a gap")
struct UnrecordedTimeTests {
  /// Runs a recording of an hour's rest, with a gap from minute 20 to minute 50 if one is asked
  /// for, with a phone whose battery has a charge.
  private func run(hasGap: Bool, battery: String = "100 %") throws -> RunResult {
    let minutes = (0...60).filter { !hasGap || $0 <= 20 || $0 >= 50 }
    let rows = minutes.map { "\(1_772_438_400 + 60 * $0),45.5231,-122.6765" }
    let recording = try TemporaryFile(
      "time,lat,lon\n" + rows.joined(separator: "\n"), suffix: ".csv")
    let file = try TemporaryFile(
      """
      odograph: 1
      name: A rest
      timeZone: UTC
      phone: { battery: \(battery) }
      replay: { file: \(recording.path) }
      trackers: [overland-high-resolution]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    return try TrackerRun(
      day: day, tracker: try day.provision(try #require(scenario.trackers.first))
    ).run()
  }

  @Test("It is part of the figures, and its share and the cost of recorded time are known")
  func shares() throws {
    let energy = try run(hasGap: true).energy
    let unrecorded = try #require(energy.unrecorded)
    #expect(unrecorded.seconds == 1800)
    // The tracker positions all the time, so half an hour of an hour is about half of its energy.
    let share = try #require(energy.unrecordedShare)
    #expect(share > 0.4 && share < 0.55)
    #expect(unrecorded.totalJoules > unrecorded.marginalJoules)
    #expect(unrecorded.totalJoules < energy.totalJoules)
    // Both parts, weighted by their times, give the figure of the whole run.
    let recorded = try #require(energy.recordedBatteryPercentPerDay)
    let whole = try #require(energy.marginalBatteryPercentPerDay)
    #expect(abs(recorded * 0.5 - whole * (1 - share)) < 1e-9)
  }

  @Test(
    "Reading the meter at the gap's ends changes nothing, and a whole recording has no such part")
  func withoutGap() throws {
    let energy = try run(hasGap: false).energy
    #expect(energy.unrecorded == nil && energy.recordedBatteryPercentPerDay == nil)
    let json = String(decoding: try JSONEncoder().encode(energy), as: UTF8.self)
    #expect(!json.contains("unrecorded"))
  }

  @Test("It ends with the comparison, where the battery runs empty")
  func shutOff() throws {
    let energy = try run(hasGap: true, battery: "1 %").energy
    let unrecorded = try #require(energy.unrecorded)
    try #require(energy.comparedSeconds > 1200 && energy.comparedSeconds < 3000)
    #expect(abs(unrecorded.seconds - (energy.comparedSeconds - 1200)) < 1e-6)
  }
}
