import Evaluation
import Foundation
import PhoneAPI
import Recordings
import Scenarios
import TestSupport
import Testing
import Text
import Timekeeping

@testable import Simulation

@Suite("What counts as recorded by an app in a process of its own")
struct AppRecordsTests {
  private static func file(_ path: String, _ form: AppRecordFile.Form) -> AppRecording {
    .file(AppRecordFile(path: path, form: form))
  }

  private static let columns = PositionColumns(
    time: "t", latitude: "lat", longitude: "lon", accuracy: "acc")
  private static let csv = file("track.csv", .csv(columns))

  @Test("Records without an accuracy find the stays and trips that those with one find")
  func noAccuracy() throws {
    let bare = PositionColumns(time: "t", latitude: "lat", longitude: "lon")
    let names = ["tripRecall", "stayRecall", "placeCount"]
    let day = """
      odograph: 1
      start: 2026-03-02T07:00:00
      timeZone: Europe/Berlin
      duration: 4 h
      phone: { profile: iphone-14, system: ios-18 }
      places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
      day: [{ stay: home, for: 1 h }, { walk: work }, { stay: work }]
      """
    let figures = try [Self.csv, Self.file("track.csv", .csv(bare))].map {
      Measures.figures(names, of: try SampleApp.run("writing-csv", recorded: $0, day).result)
    }
    #expect(figures[0] == figures[1])
    // The trip is found, or there would be nothing to compare.
    #expect(figures[1][0] == 1)
  }

  /// The app writes each position in the event that delivers it, so that the same positions count
  /// from the same instants on.
  @Test(
    "Files with every delivered position give the figures of the positions themselves",
    arguments: [
      ("writing-gpx", file("Documents/track.gpx", .gpx)), ("writing-csv", csv),
      (
        "writing-sqlite",
        file("Documents/points.sqlite", .sqlite(table: "point", columns))
      ),
    ])
  func files(_ kind: String, _ recorded: AppRecording) throws {
    let delivered = try SampleApp.run(kind, recorded: .positions).result
    let (written, remarks) = try SampleApp.run(kind, recorded: recorded)
    #expect(delivered.coverage.fixCount > 400)
    #expect(written.coverage.fixCount == delivered.coverage.fixCount)
    #expect(written.lifecycle == delivered.lifecycle)
    let figures = ["positionCoverage", "pathCoverage", "shareWithinReportedAccuracy"]
    for (one, other) in zip(
      Measures.figures(figures, of: written), Measures.figures(figures, of: delivered))
    {
      // Seconds since 2001 in a double are exact to some 0.1 µs.
      #expect(abs((one ?? -1) - (other ?? -2)) < 1e-6)
    }
    #expect(remarks.contains { $0.contains("count as recorded") && $0.contains("writes into") })
    #expect(!remarks.contains { $0.contains("recorded nothing") || $0.contains("left out") })
  }

  @Test("A file of which the app keeps only the end loses nothing, and each position counts once")
  func anew() throws {
    let all = try SampleApp.run("writing-csv-anew", recorded: .positions).result.coverage
    let (kept, _) = try SampleApp.run("writing-csv-anew", recorded: Self.csv)
    // The file holds the last 50 positions, and is read after each delivery.
    #expect(kept.coverage.fixCount == all.fixCount)
  }

  @Test("Each position delivered counts by default: of updates, live updates and visits")
  func delivered() throws {
    let day = """
      odograph: 1
      start: 2026-03-02T07:00:00
      timeZone: Europe/Berlin
      duration: 3 h
      phone: { profile: iphone-14, system: ios-18 }
      places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5275, 13.3904] } }
      day: [{ stay: home, for: 10 min }, { walk: work }, { stay: work }]
      """
    let (updates, remarks) = try SampleApp.run(
      requesting: "write(call='startUpdatingLocation', manager=manager)", day)
    #expect(updates.coverage.fixCount == updates.lifecycle.deliveredFixes)
    #expect(updates.coverage.fixCount > 100)
    #expect(remarks.contains { $0.hasPrefix("Each position that the phone delivers to script") })
    let (live, _) = try SampleApp.run(
      requesting: "ask(call='beginSession', manager=manager, kind='liveUpdates', "
        + "configuration='default')", day)
    #expect(live.coverage.fixCount > 100)
    #expect(try [live].mean("positionCoverageMoving") > 0.9)
    let (visits, _) = try SampleApp.run(
      requesting: "write(call='startMonitoringVisits', manager=manager)", day)
    // At most the departure from home and the arrival at work, of which one may be missed.
    #expect((1...3).contains(visits.coverage.fixCount))
    #expect(try [visits].mean("positionCoverageStill") > 0.5)
  }

  @Test("Two runs are equal")
  func repeats() throws {
    let recorded = Self.file(
      "Documents/points.sqlite", .sqlite(table: "point", Self.columns))
    let first = try SampleApp.run("writing-sqlite", recorded: recorded)
    #expect(try SampleApp.run("writing-sqlite", recorded: recorded).result == first.result)
  }

  @Test("A kill leaves the file, and what the next process writes counts too")
  func kill() throws {
    let killed =
      SampleApp.walk + "\nperson: [{ at: 07:20, forceQuits: app }, { at: 07:25, opens: app }]\n"
    let delivered = try SampleApp.run("writing-csv", recorded: .positions, killed).result
    let written = try SampleApp.run("writing-csv", recorded: Self.csv, killed).result
    #expect(delivered.lifecycle.launches == 2)
    #expect(written.coverage.fixCount == delivered.coverage.fixCount)
  }

  @Test("A file that never appears is a remark, and the gaps are the app's own")
  func absent() throws {
    let (result, remarks) = try SampleApp.run("plain", recorded: Self.csv)
    #expect(result.coverage.fixCount == 0)
    #expect(
      remarks.contains("plain recorded nothing: it never wrote track.csv in its home folder."))
    let held = try [result].mean("gapCauses.recorded.heldByEngine")
    #expect(held > 2900)
    #expect(try [result].mean("gapCauses.recorded.unexplained") == 0)
  }

  @Test("A link out of the app's home folder is not followed")
  func link() throws {
    let (result, remarks) = try SampleApp.run("linking", recorded: Self.csv)
    #expect(result.coverage.fixCount == 0)
    #expect(remarks.contains("linking recorded nothing: track.csv is no plain file."))
  }

  @Test("A column that the file lacks ends the run with the nearest name")
  func column() throws {
    var columns = Self.columns
    columns.latitude = "latt"
    let error = #expect(throws: InputError.self) {
      try SampleApp.run("writing-csv", recorded: Self.file("track.csv", .csv(columns)))
    }
    #expect(error?.description.contains("'track.csv' has no column 'latt'") == true)
    #expect(error?.suggestion == "lat")
    let table = #expect(throws: InputError.self) {
      try SampleApp.run(
        "writing-sqlite",
        recorded: Self.file("Documents/points.sqlite", .sqlite(table: "point", columns)))
    }
    #expect(table?.description.contains("'point' has no column 'latt'") == true)
  }

  @Test("A table that never appears is named in a remark")
  func table() throws {
    let (result, remarks) = try SampleApp.run(
      "writing-sqlite",
      recorded: Self.file("Documents/points.sqlite", .sqlite(table: "fix", Self.columns)))
    #expect(result.coverage.fixCount == 0)
    #expect(remarks.contains { $0.contains("it has no table 'fix'") })
  }
}
