import Foundation
import Geodesy
import PhoneAPI
import RunObservation
import SimulatedPhone
import Timekeeping
import TrackingEngine

@testable import Campaigns
@testable import Evaluation
@testable import Experiments
@testable import Simulation

/// Invented results, with figures that are easy to recognize.
enum Specimen {
  static func run(
    _ tracker: String, seed: UInt64 = 1, positionCoverage: Double? = 0.75,
    causes: [(GapCause, Double)] = [(.suspended, 7200), (.noSignal, 14_400)],
    judgedShare: Double = 1, sends: Bool = true
  ) -> RunResult {
    var coverage = CoverageReport()
    coverage.positionCoverage = positionCoverage
    coverage.judgedSeconds = 86_400
    coverage.simulatedSeconds = 86_400
    coverage.judgedShare = judgedShare
    coverage.fixCount = 12_345
    coverage.positionErrorMeters = Quantiles(p50: 4, p95: 21)
    var lifecycle = LifecycleReport()
    lifecycle.launches = 3
    lifecycle.deaths[.forceQuit] = 1
    return RunResult(
      tracker: tracker, preset: tracker, seed: seed, behaviours: ["standardUpdates"],
      coverage: coverage,
      gapCauses: GapCauseReport(
        recorded: causes.map { CauseSeconds(cause: $0, seconds: $1) }
          + [CauseSeconds(cause: .unexplained, seconds: 0)]),
      longGaps: [], energy: energy,
      delivery: sends
        ? DeliveryReport(
          recorded: 12_345, received: 12_300, lost: 45, duplicated: 2, latencyP50Seconds: 150)
        : nil,
      lifecycle: lifecycle, derived: DerivedReport(), settings: [], model: [], readings: [])
  }

  /// A run to which every measure applies.
  static var complete: RunResult {
    var run = run("one")
    run.coverage.missingness.byDaysSinceOpened = [0.5]
    run.gapCauses.received = run.gapCauses.recorded
    run.energy.firstShutOff = "2026-03-02T20:00:00Z"
    run.energy.unrecorded = UnrecordedEnergy(seconds: 21_600, totalJoules: 900, marginalJoules: 800)
    run.derived = DerivedReport(awayMinutes: 90, trips: DerivedTripReport())
    return run
  }

  private static var energy: EnergyReport {
    func account(gnss: Double) -> EnergyAccount {
      EnergyAccount(
        joulesByComponent: [NamedJoules("base", joules: 1000), NamedJoules("gnss", joules: gnss)],
        joulesByCause: [], totalJoules: 1000 + gnss, batteryJoules: 40_000, firstShutOff: nil,
        secondsOff: 0, finalBatteryLevel: 0.5)
    }
    return EnergyReport(
      of: account(gnss: 4000), without: account(gnss: 0), simulatedSeconds: 86_400,
      comparedSeconds: 86_400, deliveredFixes: 10, recordedFixes: 10)
  }

  static func report(_ runs: [RunResult], assumptions: [String] = []) throws -> Report {
    let summary = """
      {"name": "A day / a night", "start": "2026-03-02T14:30:00Z", "durationSeconds": 86400,
       "timeZone": "America/Los_Angeles", "phone": "iphone-13", "system": "ios-17",
       "assumptions": [], "warnings": []}
      """
    let provenance = """
      {"odograph": "0", "toolchain": "", "platform": "", "timeZoneData": "", "scenarioHash": "", "profileHash": "",
       "options": []}
      """
    var scenario = try JSONDecoder().decode(ScenarioSummary.self, from: Data(summary.utf8))
    scenario.assumptions = assumptions
    return Report(
      provenance: try JSONDecoder().decode(Provenance.self, from: Data(provenance.utf8)),
      scenario: scenario, runs: runs)
  }

  /// A recorded position `minutes` after 2026-03-02T08:00Z.
  static func record(minutes: Double, _ latitude: Double, _ longitude: Double) -> Record {
    let time = start + .seconds(minutes * 60)
    return Record(
      location: Location(
        coordinate: Coordinate(latitude: latitude, longitude: longitude), altitudeMeters: 31.26,
        horizontalAccuracyMeters: 12.5, verticalAccuracyMeters: 4, speedMetersPerSecond: 1.25,
        courseDegrees: 270, timestamp: time), recordedAt: time + .seconds(1 as Int64))
  }

  static let start = Instant(secondsSince1970: 1_772_438_400)
}

/// An empty folder for one test, deleted with it.
final class ScratchFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// The paths of everything in the folder, sorted.
  var contents: [String] { (FileManager.default.subpaths(atPath: path) ?? []).sorted() }
}
