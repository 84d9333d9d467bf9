import Foundation
import Testing

@Suite(
  "Real recordings",
  .enabled(if: Recordings.areThere, "skipped: no recordings at \(Recordings.folder)"))
struct RecordingTests {
  @Test(
    "A recording is run to its end, and its figures make sense", arguments: Recordings.gpsTraces)
  func trace(path: String) throws {
    let folder = try WorkingFolder()
    try expectSense(["run", path], in: folder)
  }

  @Test("So is each of twenty trajectories of one file")
  func trajectories() throws {
    let folder = try WorkingFolder()
    for number in Self.trajectoryNumbers {
      try expectSense(
        [
          "run", Recordings.trajectories, "--trajectory", number, "--origin", "45.52,-122.68",
          "--start", "2026-03-02T08:00:00Z",
        ], in: folder)
    }
  }

  /// The first twenty of the file; three of five in the source's numbering.
  private static let trajectoryNumbers = [
    "0000", "0001", "0002", "0005", "0006", "0007", "0010", "0011", "0012", "0015",
    "0016", "0017", "0020", "0021", "0022", "0025", "0026", "0027", "0030", "0031",
  ]

  private func expectSense(_ arguments: [String], in folder: WorkingFolder) throws {
    let outcome = try Program.run(arguments + ["--quiet", "--out", "out"], in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    let report = try Report(try folder.data("out/report.json"))
    #expect(report.schema == "odograph.report/1")
    #expect(report.runs.count == 3)
    for run in report.runs { expectSense(of: run, "\(arguments[1...]) \(run.tracker)") }
  }

  private func expectSense(of run: Report.Run, _ name: String) {
    for share in run.coverage.shares { #expect((0...1).contains(share), "\(name)") }
    #expect(run.gapCauses.unexplainedSeconds == 0, "\(name)")
    #expect(run.coverage.judgedSeconds <= run.coverage.simulatedSeconds + 1e-6, "\(name)")
    // Every uncovered second has one cause.
    if let coverage = run.coverage.positionCoverage {
      let uncovered = (1 - coverage) * run.coverage.judgedSeconds
      #expect(abs(run.gapCauses.totalSeconds - uncovered) < 1e-3, "\(name)")
    }
    let sum = run.energy.byComponent.reduce(0) { $0 + $1.joules }
    #expect(run.energy.totalJoules > 0, "\(name)")
    #expect(abs(sum - run.energy.totalJoules) <= 1e-9 * run.energy.totalJoules, "\(name)")
  }
}
