import Foundation
import PhoneAPI
import RunObservation
import RunViews
import Testing
import Text
import Timekeeping
import TrackingEngine
import World

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import SimulatedPhone
@testable import Simulation

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("A run's own files")
struct RunFilesTests {
  private func write(
    into folder: ScratchFolder, clocks: TravelCalendar = TravelCalendar(.utc),
    explains: Bool = false, _ body: (RunFiles) -> Void
  ) throws {
    let files = try RunFiles(
      in: folder.path, title: "a <b> & c", clocks: clocks, explains: explains)
    body(files)
    try files.finish()
  }

  @Test("The track is read back as it was recorded, in segments where ten minutes are missing")
  func track() throws {
    let folder = try ScratchFolder()
    let minutes: [Double] = [0, 1, 11, 21.02, 22]
    try write(into: folder) { files in
      for minute in minutes {
        files.record(Specimen.record(minutes: minute, 45.5 + minute / 1000, -122.6789012))
      }
    }
    let trace = try Trace.read(path: folder.path + "/track.gpx")
    #expect(trace.points.count == minutes.count)
    // A gap of ten minutes, from 1 to 11, does not end a segment; one of slightly more, from 11 to
    // 21.02, does.
    #expect(trace.points.map(\.startsSegment) == [true, false, false, true, false])
    for (point, minute) in zip(trace.points, minutes) {
      #expect(point.time == Specimen.start + .seconds(minute * 60))
      // Seven decimals of a degree are 11 mm.
      #expect(abs(point.coordinate.latitude - (45.5 + minute / 1000)) <= 0.5e-7)
      #expect(abs(point.coordinate.longitude - -122.6789012) <= 0.5e-7)
      #expect(point.horizontalAccuracyMeters == 12.5)
    }
  }

  @Test("Positions older than the one before them are in the table of fixes, and not in the track")
  func backwards() throws {
    let folder = try ScratchFolder()
    try write(into: folder) { files in
      for minute in [0, 5, 3, 5, 6] as [Double] {
        files.record(Specimen.record(minutes: minute, 45.5, -122.6))
      }
    }
    #expect(try Trace.read(path: folder.path + "/track.gpx").points.count == 3)
    #expect(try folder.text("fixes.csv").split(separator: "\n").count == 6)
  }

  @Test("A run that recorded nothing leaves a track that is well-formed")
  func empty() throws {
    let folder = try ScratchFolder()
    try write(into: folder) { _ in }
    #expect(throws: InputError.self) { try Trace.read(path: folder.path + "/track.gpx") }
    let parser = XMLParser(data: Data(try folder.text("track.gpx").utf8))
    #expect(parser.parse())
  }

  @Test("Fixes have a field for each column, empty where the phone did not know")
  func fixes() throws {
    let folder = try ScratchFolder()
    var nowhere = Specimen.record(minutes: 1, 0, 0)
    nowhere.kind = .log(.willTerminate)
    nowhere.source = .lifecycle
    nowhere.location.horizontalAccuracyMeters = -1
    nowhere.location.speedMetersPerSecond = -1
    nowhere.location.courseDegrees = -1
    var visit = Specimen.record(minutes: 2, 45.5, -122.6)
    visit.kind = .visit(arrival: .distantPast, departure: Specimen.start)
    visit.source = .visit
    try write(into: folder) { files in
      files.record(Specimen.record(minutes: 0, 45.1234567, -122.6))
      files.record(nowhere)
      files.record(visit)
    }
    let lines = try folder.text("fixes.csv").split(separator: "\n")
    #expect(
      lines[1] == """
        2026-03-02T08:00:00.000Z,2026-03-02T08:00:01.000Z,45.1234567,-122.6000000,12.5,31.3,4.0,\
        1.25,270.0,standard,location,,,,,,
        """)
    #expect(
      lines[2]
        == "2026-03-02T08:01:00.000Z,2026-03-02T08:01:01.000Z,,,,,,,,lifecycle,will_terminate,,,,,,"
    )
    #expect(lines[3].hasSuffix(",visit,visit,,2026-03-02T08:00:00.000Z,,,,"))
    let columns = lines[0].split(separator: ",").count
    for line in lines { #expect(line.count { $0 == "," } == columns - 1) }
  }

  @Test("The explanation tells each event by the person's clock, with its reason")
  func explanation() throws {
    let folder = try ScratchFolder()
    try write(into: folder, explains: true) { files in
      files.note(
        PhoneNote(
          instant: Specimen.start, actor: .operatingSystem, reason: "LIFE-1",
          text: "suspends the app"))
    }
    #expect(
      try folder.text("explain.txt")
        == "2026-03-02 08:00:00  system    suspends the app  [LIFE-1]\n")
  }

  @Test("After a flight the explanation goes on by the clocks of where the person is, and says so")
  func clocks() throws {
    let folder = try ScratchFolder()
    let losAngeles = try #require(LocalCalendar(identifier: "America/Los_Angeles"))
    let newYork = try #require(LocalCalendar(identifier: "America/New_York"))
    let clocks = TravelCalendar(
      losAngeles, changes: [.init(at: Specimen.start + .hours(1), calendar: newYork)])
    try write(into: folder, clocks: clocks, explains: true) { files in
      for hours in [0, 2] as [Int64] {
        files.note(
          PhoneNote(
            instant: Specimen.start + .hours(hours), actor: .person, reason: "scenario",
            text: "opens the app"))
      }
    }
    // 08:00 UTC is midnight in the first zone, and 10:00 UTC is 05:00 in the second.
    #expect(
      try folder.text("explain.txt") == """
        2026-03-02 00:00:00  person    opens the app  [scenario]
        2026-03-02 05:00:00  system    the clocks are 3 h on: America/New_York  [scenario]
        2026-03-02 05:00:00  person    opens the app  [scenario]

        """)
  }

  @Test("Without being asked for there is no explanation")
  func noExplanation() throws {
    let folder = try ScratchFolder()
    try write(into: folder) { _ in }
    #expect(folder.contents == ["fixes.csv", "timeline.csv", "track.gpx"])
  }

  @Test("The timeline has a row a change")
  func timeline() throws {
    let folder = try ScratchFolder()
    try write(into: folder) { files in
      files.timeline(
        TimelineRow(
          instant: Specimen.start, app: "suspended", positioning: "off", batteryPercent: 92,
          queueLength: 17, authorization: "always", isPaused: true))
    }
    #expect(
      try folder.text("timeline.csv").split(separator: "\n").last
        == "2026-03-02T08:00:00.000Z,suspended,off,92,17,always,1")
  }

  @Test("A file that cannot be written to its end is an error, not a short day")
  func failure() throws {
    let folder = try ScratchFolder()
    let files = try RunFiles(
      in: folder.path, title: "", clocks: TravelCalendar(.utc), explains: false)
    // Each half is more than the buffer holds.
    for minute in 0..<4000 {
      if minute == 2000 { try FileManager.default.removeItem(atPath: folder.path + "/fixes.csv") }
      files.record(Specimen.record(minutes: Double(minute), 45.5, -122.6))
    }
    #expect(throws: (any Error).self) { try files.finish() }
  }
}

@Suite("Lines on their way into a file")
struct LineWriterTests {
  @Test("Numbers have their decimals, rounded, whatever their size and sign")
  func decimals() throws {
    let folder = try ScratchFolder()
    let values: [(Double, Int, String)] = [
      (0, 2, "0.00"), (45.1234567, 7, "45.1234567"), (-122.05, 7, "-122.0500000"),
      (0.005, 1, "0.0"), (9.96, 1, "10.0"), (-0.04, 1, "0.0"), (1234.5678, 0, "1235"),
      (.nan, 3, ""), (.infinity, 3, ""), (1e30, 1, ""),
    ]
    let lines = LineWriter(path: folder.path + "/numbers")
    for (value, decimals, _) in values {
      try lines.add { $0.add(value, decimals: decimals) }
      try lines.endLine()
    }
    try lines.finish()
    let written = try folder.text("numbers").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(written.dropLast().map(String.init) == values.map { $0.2 })
  }

  @Test("Nothing is lost between buffers")
  func buffers() throws {
    let folder = try ScratchFolder()
    let lines = LineWriter(path: folder.path + "/long")
    for number in 0..<50_000 {
      lines.add(number)
      try lines.endLine()
    }
    try lines.finish()
    let numbers = try folder.text("long").split(separator: "\n").compactMap { Int($0) }
    #expect(numbers == Array(0..<50_000))
  }
}
