import Evaluation
import Files
import Foundation
import Geodesy
import Recordings
import Scenarios
import TestSupport
import Testing
import Timekeeping

@testable import Experiments
@testable import Simulation

private let days = URL(
  filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
).appending(path: "phone-days")

/// Two iPhones that were carried together through a drive and a ride by bicycle, with the route
/// that they followed (MobilityNet, timeline car-bike, day 0).
@Suite(
  "Logs of real phones beside the route",
  .enabled(
    if: FileManager.default.fileExists(atPath: days.appending(path: "runs.csv").path),
    "skipped: no recordings in ODOGRAPH_DATA"))
struct RealPhonesTests {
  private func table(_ name: String, _ wanted: (String) -> String?) throws -> String {
    let packed = try Data(contentsOf: days.appending(path: name))
    let text = String(decoding: Gunzip(packed, limit: 1 << 30).bytes, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).compactMap { wanted(String($0)) }.joined(
      separator: "\n")
      + "\n"
  }

  private func truth() throws -> JudgedTruth {
    // timeline,day,trip,leg,time_s,lat,lon
    let rows = try table("reference.csv.gz") { line in
      let fields = line.split(separator: ",").map(String.init)
      guard fields[0] == "car-bike", fields[1] == "0" else { return nil }
      return fields[4...].joined(separator: ",")
    }
    let ordered = rows.split(separator: "\n").sorted().joined(separator: "\n")
    let file = try TemporaryFile("time,lat,lon\n\(ordered)\n", suffix: ".csv")
    return try JudgedTruth(.traceDefaults(trace: file.path), seed: 1)
  }

  private func known(_ run: String, _ truth: JudgedTruth) throws -> Double {
    // run,time_s,lat,lon,accuracy_m,…
    let rows = try table("fixes.csv.gz") { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return fields[0] == run ? fields[1...4].joined(separator: ",") : nil
    }
    let file = try TemporaryFile("time,lat,lon,accuracy\n" + rows, suffix: ".csv")
    let log = try TrackerLog.read(
      path: file.path, device: nil, options: TraceOptions(), range: nil)
    let judgment = try #require(
      try JudgePlan(log: log, files: [run], truth: truth, seeds: [1])
        .run(scenario: truth.scenario, options: []))
    return try #require(judgment.measures.first { $0.measure == "positionCoverage" }).log
  }

  @Test("The phone that tracked all the time knew nearly all, the one that waited by a fence less")
  func alwaysAndGated() throws {
    let truth = try truth()
    // Best accuracy, always on, 1 m filter: a fix each second.
    #expect(try known("car-bike-0-unit1", truth) > 0.99)
    // Standard updates begin on the exit from a fence of 100 m: minutes of each trip are lost.
    let gated = try known("car-bike-0-unit2", truth)
    #expect(gated > 0.5 && gated < 0.9)
  }
}
