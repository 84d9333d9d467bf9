import Experiments
import Foundation
import Testing

@Suite("Recordings in other people's formats")
struct ForeignRecordingTests {
  @Test("Without GPSBabel the message names the package")
  func withoutGPSBabel() throws {
    let folder = try WorkingFolder()
    try folder.write("<TrainingCenterDatabase/>", to: "ride.tcx")
    let outcome = try Program.run(["run", "ride.tcx"], in: folder, searchPath: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "ride.tcx: TCX is read through GPSBabel, which is not installed; accepted: "
        + "the same file after 'apt install gpsbabel' (Debian package gpsbabel)\n")
    #expect(folder.contents == ["ride.tcx"])
  }

  @Test("One recording of several that cannot be read does not stop the others")
  func oneOfSeveral() throws {
    let folder = try WorkingFolder()
    try folder.write("time,lat,lon\n900,2,3\n9,2,3\n", to: "bad.csv")
    try folder.write("time,lat,lon\n0,2,3\n60,2,3.01\n120,2,3.02\n", to: "good.csv")
    let outcome = try Program.run(
      ["run", "bad.csv", "good.csv", "--preset", "ehe-pilot-1", "--quiet"], in: folder)
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines.map { $0.prefix(32) } == [
        "bad.csv:3: the time runs backwar", "odograph: 1 of 2 files could not",
      ], "\(outcome.errors)")
    #expect(folder.contents.contains("Reports/good/report.json"))
    #expect(!folder.contents.contains { $0.hasPrefix("Reports/bad") })
  }

  @Test("A recording's mode of motion is the user's, also in a scenario and for a span")
  func modes() throws {
    let folder = try WorkingFolder()
    // A quarter of an hour at 12 m/s: 0.0108 degrees of longitude a minute and a half.
    let rows = (0...90).map { "\(10 * $0),0,\(0.00108 * Double($0))" }
    try folder.write("time,lat,lon\n" + rows.joined(separator: "\n"), to: "way.csv")
    try folder.write(
      """
      odograph: 1
      name: Way
      replay:
        file: way.csv
        mode:
          - { from: "1970-01-01T00:00:00Z", to: "1970-01-01T00:05:00Z", mode: train }
      """, to: "way.yaml")
    func modes(_ arguments: String...) throws -> [String] {
      let outcome = try Program.run(
        ["run"] + arguments + ["--preset", "ehe-pilot-1", "--quiet", "--output", "out"], in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let view = try JSONSerialization.jsonObject(with: folder.data("out/ehe-pilot-1/view.json"))
      let day = (view as? [String: Any])?["day"] as? [String: Any]
      return (day?["modes"] as? [[Any]] ?? []).compactMap { $0.last as? String }
    }
    #expect(try modes("way.csv") == ["automotive"])
    #expect(try modes("way.csv", "--mode", "cycling") == ["cycling"])
    #expect(try modes("way.yaml") == ["train", "automotive"])
  }

  @Test("Without gpsd's gpsdecode the message names its package")
  func withoutDecoder() throws {
    let folder = try WorkingFolder()
    try folder.write(
      "$GPRMC,080000.00,A,5230.0,N,01324.0,E,2.0,90.0,020326,,,A*68\n", to: "walk.log")
    let outcome = try Program.run(["run", "walk.log"], in: folder, searchPath: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "walk.log: a receiver's log is read through gpsdecode, which is not "
        + "installed; accepted: the same file after 'apt install gpsd-clients' (Debian package "
        + "gpsd-clients)\n")
  }
}

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

  @Test("So are a phone's own diary and messages", arguments: Recordings.ofPhones)
  func ofPhones(path: String) throws {
    try expectSense(["run", path], in: try WorkingFolder())
  }

  @Test(
    "So are recordings in formats that GPSBabel and gpsdecode read",
    .enabled(if: Recordings.hasGPSBabel, "skipped: gpsbabel is not installed"),
    .enabled(if: Recordings.hasDecoder, "skipped: gpsdecode is not installed"),
    arguments: Recordings.foreign)
  func foreign(path: String) throws {
    try expectSense(["run", path], in: try WorkingFolder())
  }

  @Test(
    "A receiver's log is run, or refused in one line",
    .enabled(if: Recordings.hasDecoder, "skipped: gpsdecode is not installed"))
  func receiverLogs() throws {
    let folder = try WorkingFolder()
    var runCount = 0
    for path in Recordings.receiverLogs {
      let outcome = try Program.run("validate", path, in: folder)
      if outcome.status == 0 {
        try expectSense(["run", path], in: folder)
        runCount += 1
      } else {
        // The file has fewer than two fixes, or a protocol that gpsdecode does not report; see
        // ReceiverLogTests.
        #expect(outcome.status == 2)
        #expect(outcome.errorLines.count == 1, "\(path): \(outcome.errors)")
      }
    }
    #expect(runCount >= 20)
  }

  @Test("All 483 trajectories of one file are run as 483 people, one after the other")
  func everybody() throws {
    let folder = try WorkingFolder()
    let outcome = try Program.run(
      "run", Recordings.trajectories, "--trajectory", "all", "--preset", "ehe-pilot-1", "--origin",
      "45.52,-122.68", "--start", "2026-03-02T08:00:00Z", "--quiet", "--output", "out", in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let report = try Report(try folder.data("out/report.json"))
    for run in report.runs {
      expectSense(of: run, run.tracker)
      // The folder's README gives 55.6 h of points.
      #expect(abs(run.coverage.simulatedSeconds / 3600 - 55.6) < 1)
    }
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

  /// The numbers of the file's first twenty trajectories. The source's numbering skips two of five.
  private static let trajectoryNumbers = [
    "0000", "0001", "0002", "0005", "0006", "0007", "0010", "0011", "0012", "0015",
    "0016", "0017", "0020", "0021", "0022", "0025", "0026", "0027", "0030", "0031",
  ]

  private func expectSense(_ arguments: [String], in folder: WorkingFolder) throws {
    let outcome = try Program.run(arguments + ["--quiet", "--output", "out"], in: folder)
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
