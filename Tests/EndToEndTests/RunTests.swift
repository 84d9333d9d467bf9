import Experiments
import Foundation
import Testing

@Suite("odograph run")
struct RunTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
  }

  /// Runs the small scenario and returns its report's bytes.
  private func report(_ options: String..., out: String) throws -> Data {
    let outcome = try Program.run(["run", "errand.yaml", "--output", out] + options, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try folder.data(out + "/report.json")
  }

  @Test("The table, the report and each run's files are there, and the report's path is told last")
  func firstRun() throws {
    let outcome = try Program.run("run", "errand.yaml", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("Errand\n2 h from 2026-03-02 09:00 (America/Los_Angeles)"))
    #expect(outcome.output.hasSuffix("\nReport: Reports/errand/report.html\n"))
    let trackers = ["ehe-pilot-1", "overland-battery-saving", "overland-high-resolution"]
    let files = trackers.flatMap { tracker in
      ["", "/fixes.csv", "/timeline.csv", "/track.gpx", "/view.json"].map { tracker + $0 }
    }
    #expect(
      folder.contents == ["Reports", "Reports/errand"] + files.map { "Reports/errand/" + $0 }
        + ["Reports/errand/report.html", "Reports/errand/report.json", "errand.yaml"])
  }

  @Test("The same scenario and seed give the same bytes, run after run, on one core or two")
  func determinism() throws {
    let first = try report("--seeds", "2", "--jobs", "1", out: "first")
    #expect(try report("--seeds", "2", "--jobs", "1", out: "second") == first)
    #expect(try report("--seeds", "2", "--jobs", "2", out: "third") == first)
    for run in ["overland-high-resolution/seed-1", "ehe-pilot-1/seed-2"] {
      for name in ["fixes.csv", "track.gpx", "timeline.csv", "view.json"] {
        let path = "/\(run)/\(name)"
        #expect(try folder.data("first" + path) == folder.data("third" + path))
      }
    }
    #expect(try folder.data("first/report.html") == folder.data("third/report.html"))
    // The check can fail: another seed gives another day.
    #expect(try report("--seed", "2", "--seeds", "2", out: "fourth") != first)
  }

  @Test("Records in SQLite and records in memory give the same report")
  func stores() throws {
    let inMemory = try report(out: "memory")
    #expect(try report("--store", "stores", out: "sqlite") == inMemory)
    #expect(
      folder.contents.filter { $0.hasPrefix("stores/") } == [
        "stores/ehe-pilot-1.sqlite", "stores/overland-battery-saving.sqlite",
        "stores/overland-high-resolution.sqlite",
      ])
    // The run replaces the store of an earlier run and does not continue it.
    #expect(try report("--store", "stores", out: "again") == inMemory)
  }

  @Test("One run has one store file, and a file that is no store is left alone")
  func oneStore() throws {
    _ = try report("--preset", "ehe-pilot-1", "--store", "one.sqlite", out: "one")
    #expect(try folder.data("one.sqlite").starts(with: Data("SQLite format 3".utf8)))
    try folder.write("dear diary", to: "diary.txt")
    let outcome = try Program.run(
      "run", "errand.yaml", "--preset", "ehe-pilot-1", "--store", "diary.txt", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("diary.txt: "))
    #expect(try folder.data("diary.txt") == Data("dear diary".utf8))
  }

  @Test("With --format json the report and nothing else is on standard output")
  func json() throws {
    let outcome = try Program.run(
      "run", "errand.yaml", "--format", "json", "--output", "out", in: folder)
    #expect(outcome.status == 0)
    #expect(Data(outcome.output.utf8) == (try folder.data("out/report.json")))
  }

  @Test("Several scenarios are reported in folders of their own")
  func several() throws {
    try folder.write(SmallScenario.text, to: "second.yaml")
    let outcome = try Program.run("run", "errand.yaml", "second.yaml", "--quiet", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    #expect(
      try folder.data("Reports/errand/report.json").count
        == folder.data("Reports/second/report.json").count)
  }

  @Test("Values of --set are run side by side, each by its name")
  func fanOut() throws {
    let data = try report(
      "--preset", "overland-high-resolution", "--set",
      "overland-high-resolution.minimumDistance=10 m,500 m", out: "fan")
    let report = try Report(data)
    #expect(
      report.runs.map(\.tracker) == [
        "overland-high-resolution minimumDistance=10 m",
        "overland-high-resolution minimumDistance=500 m",
      ])
    // A filter of 500 m keeps fewer fixes than one of 10 m.
    #expect(report.runs[0].coverage.fixCount > report.runs[1].coverage.fixCount)
  }

  @Test("Expectations that are not met are printed, and the exit status is 0")
  func expectations() throws {
    try folder.write(
      SmallScenario.text
        + """
        expect:
          overland-high-resolution: { positionCoverage: ">= 0", marginalBatteryPercentPerDay: "< 0" }

        """, to: "strict.yaml")
    let outcome = try Program.run("run", "strict.yaml", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains("\nmet: overland-high-resolution positionCoverage >= 0.0, found"))
    #expect(
      outcome.output.contains(
        "\nnot met: overland-high-resolution marginalBatteryPercentPerDay < 0.0"))
    let quiet = try Program.run("run", "strict.yaml", "--quiet", in: folder)
    #expect(quiet.output.hasPrefix("not met: "))
    #expect(quiet.output.split(separator: "\n").count == 1)
  }

  @Test("An explanation is written when asked for, and an old one does not outlive its run")
  func explanation() throws {
    _ = try report("--explain", "--preset", "ehe-pilot-1", out: "out")
    let text = String(decoding: try folder.data("out/ehe-pilot-1/explain.txt"), as: UTF8.self)
    #expect(text.contains("2026-03-02 09:40:00  person    "))
    _ = try report("--preset", "ehe-pilot-1", out: "out")
    #expect(!folder.contents.contains("out/ehe-pilot-1/explain.txt"))
  }

  @Test("The track of a run can be run again as a recording")
  func replay() throws {
    _ = try report("--preset", "overland-high-resolution", out: "out")
    let outcome = try Program.run(
      "run", "out/overland-high-resolution/track.gpx", "--output", "again", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("An interruption ends the program with 130 and leaves nothing behind")
  func interruption() throws {
    let running = try Program.start(
      ["run", "errand.yaml", "--seeds", "100000", "--output", "out"], in: folder)
    // The first file shows that the runs have begun.
    for _ in 0..<1000 {
      if folder.contents.contains(where: { $0.hasSuffix(".csv") }) { break }
      Thread.sleep(forTimeInterval: 0.01)
    }
    running.process.interrupt()
    let outcome = try running.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test("An interruption while results are written ends with 130 too")
  func lateInterruption() throws {
    // Times around the end of a run of some tenths of a second.
    for hundredths in stride(from: 10, to: 70, by: 3) {
      let running = try Program.start(
        ["run", "errand.yaml", "--output", "out", "--quiet"], in: folder)
      Thread.sleep(forTimeInterval: Double(hundredths) / 100)
      running.process.terminate()
      let outcome = try running.outcome()
      // Status 15: the signal came before the program handled it.
      #expect([0, 15, 130].contains(outcome.status), "\(outcome.errors)")
      #expect(outcome.status != 130 || outcome.errorLines.count == 1)
    }
  }

  @Test("A disk without room is told with the file's path, and nothing is left")
  func fullDisk() throws {
    let outcome = try Program.start(
      ["run", "errand.yaml", "--output", "out"], in: folder, fileKilobytesMax: 1
    ).outcome()
    #expect(outcome.status == 3 && outcome.errorLines.count == 1)
    #expect(
      outcome.errors.contains("out/") && outcome.errors.contains(": cannot be written: "),
      "\(outcome.errors)")
    #expect(!outcome.errors.contains(".partial"))
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test("A folder in the place of the report is told before anything runs, and stays as it is")
  func failure() throws {
    // A folder in place of a file, not empty, so that no file can replace it.
    let obstacle = folder.path + "/out/report.json"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
    try folder.write("precious", to: "out/report.json/file")
    let outcome = try Program.run("run", "errand.yaml", "--output", "out", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("out/report.json"))
    #expect(!folder.contents.contains { $0.contains(".partial") })
    #expect(try folder.data("out/report.json/file") == Data("precious".utf8))
  }
}
