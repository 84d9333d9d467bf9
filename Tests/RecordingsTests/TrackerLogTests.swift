import Foundation
import TestSupport
import Testing
import Timekeeping

@testable import Recordings

@Suite("Reading a tracker's log")
struct TrackerLogTests {
  private func log(
    _ text: String, device: String? = nil, range: Range<Instant>? = nil
  ) throws -> TrackerLog {
    let file = try TemporaryFile(text, suffix: ".log")
    return try TrackerLog.read(
      path: file.path, device: device, options: TraceOptions(), range: range)
  }

  /// Seconds after 2026-03-02T08:00:00Z.
  private func seconds(_ instants: [Instant]) -> [Double] {
    let start = Instant(secondsSince1970: 1_772_438_400)
    return instants.map { ($0 - start).seconds }
  }

  @Test("Every position stays: repeated times, cached fixes, and a single one")
  func everyPosition() throws {
    let log = try log(
      """
      time,recorded_at,lat,lon,kind
      2026-03-02T08:00:10Z,2026-03-02T08:00:11Z,52.5,13.4,location
      2026-03-02T07:50:00Z,2026-03-02T08:00:12Z,52.6,13.4,location
      2026-03-02T08:00:10Z,2026-03-02T08:00:13Z,52.7,13.4,visit
      2026-03-02T08:00:14Z,2026-03-02T08:00:14Z,52.8,13.4,will_terminate

      """)
    #expect(log.positions.map(\.coordinate.latitude) == [52.5, 52.6, 52.7])
    #expect(seconds(log.positions.map(\.recordedAt)) == [11, 12, 13])
    #expect(seconds(log.positions.map(\.timestamp)) == [10, -600, 10])
    #expect(seconds([log.span.lowerBound, log.span.upperBound]) == [-600, 10])
    #expect(log.hasRecordingTimes && log.remarks == ["1 row without a position was left out."])
    // A recording of a route has to run forward.
    #expect(log.trace.points.map(\.coordinate.latitude) == [52.6, 52.5])
    #expect(try self.log("time,lat,lon\n2026-03-02T08:00:00Z,1,2\n").positions.count == 1)
  }

  @Test("A clock that was set back, or records that came late, are judged with a remark")
  func clockSetBack() throws {
    let lines = (0..<10).map { "2026-03-02T08:00:\($0 + 10)Z,52.5,13.4" }
    let late = lines + ["2026-03-02T07:00:15Z,52.6,13.4"]
    let log = try log(
      ([
        "time,lat,lon"
      ] + late).joined(separator: "\n") + "\n")
    #expect(log.positions.map(\.coordinate.latitude).first == 52.6)
    #expect(
      log.remarks == [
        "Positions older than one before them in the file: 1, by up to 1 h. They were "
          + "judged in the order of their times. Either they arrived late, or the phone's clock "
          + "was set back."
      ])
  }

  @Test("A clock that was set back early in the log is stated, though most positions come after it")
  func clockSetBackEarly() throws {
    let hours = ["10", "11", "12", "08", "09", "10", "11"]
    let lines = hours.enumerated().map { "2026-03-02T\($1):0\($0):00Z,52.5,13.4" }
    let log = try log((["time,lat,lon"] + lines).joined(separator: "\n") + "\n")
    // The hours after 12 are all older than 12:02; the first, 08:03, by 3 h 59 min.
    #expect(log.remarks.count == 1)
    #expect(
      log.remarks.first?.hasPrefix(
        "Positions older than one before them in the file: 4, by up to 3 h 59 min.") == true)
  }

  @Test("A date that no phone had is stated")
  func implausibleDates() throws {
    let log = try log(
      "time,lat,lon\n1970-01-01T00:00:00Z,52.5,13.4\n2026-03-02T08:00:00Z,52.5,13.4\n")
    #expect(
      log.remarks == [
        "Positions dated before 1990 or after 2039: 1. They were judged all the same."
      ])
  }

  @Test("A file that begins with the newest record needs no remark")
  func newestFirst() throws {
    let lines = (0..<10).reversed().map { "2026-03-02T08:\($0 + 10):00Z,52.5,13.4" }
    let log = try log((["time,lat,lon"] + lines).joined(separator: "\n") + "\n")
    #expect(log.remarks.isEmpty && log.positions.count == 10)
    #expect(seconds([log.positions[0].timestamp]) == [600])
  }

  @Test("Positions outside of the wanted times are counted, and their span is known")
  func range() throws {
    let lines = (0..<60).map { "2026-03-02T08:\($0 < 10 ? "0" : "")\($0):00Z,52.5,13.4" }
    let start = Instant(secondsSince1970: 1_772_438_400)
    let log = try log(
      (["time,lat,lon"] + lines).joined(separator: "\n") + "\n",
      range: start + .minutes(10)..<start + .minutes(20))
    #expect(log.positions.count == 10 && log.unreadCount == 50)
    #expect(seconds([log.span.lowerBound, log.span.upperBound]) == [0, 59 * 60])
  }

  @Test("Two devices in one file are refused with their names, in each format that names them")
  func devices() throws {
    func ownTracks(_ more: String) -> String {
      OwnTracksTests.recording.replacing("\"lat\":52.5", with: "\(more)\"lat\":52.5")
    }
    let bundle = FHIRTests.bundle(
      FHIRTests.observation(FHIRTests.position(52.6, at: "2026-03-02T08:00:10Z")),
      FHIRTests.observation(
        FHIRTests.position(52.5, at: "2026-03-02T08:00:00Z"), of: "Patient/40011"))
    for (text, names) in [
      (
        ownTracks(#""tid":"an","#).replacing("\"lat\":52.6", with: #""tid":"be","lat":52.6"#),
        "an, be"
      ),
      (
        ownTracks(#""topic":"owntracks/ann/phone","#).replacing(
          "\"lat\":52.6", with: #""topic":"owntracks/ben/phone","lat":52.6"#),
        "owntracks/ann/phone, owntracks/ben/phone"
      ), (bundle, "Patient/40011, Patient/40010"),
    ] {
      let refusal = message { try log(text) }
      #expect(
        refusal.hasSuffix("the file holds 2 devices; accepted: --device with one of \(names)"),
        "\(refusal)")
      let first = names.components(separatedBy: ", ")[0]
      #expect(try log(text, device: first).positions.count == 1)
    }
    // A replay takes all messages of a file for one person's: initials may change.
    #expect(try readTrace(ownTracks(#""tid":"an","#), "me.rec").points.count == 2)
  }

  @Test("A device's name cannot send commands to the terminal")
  func hostileName() {
    let text = OwnTracksTests.recording
      .replacing("\"lat\":52.5", with: #""tid":"a\u001b[31m","lat":52.5"#)
      .replacing("\"lat\":52.6", with: #""tid":"b","lat":52.6"#)
    let refusal = message { try log(text) }
    #expect(refusal.contains("2 devices") && !refusal.contains("\u{1B}"), "\(refusal)")
  }

  @Test("Several files are one log, in which a position counts once")
  func several() throws {
    let header = "time,lat,lon,battery\n"
    var log = try log(
      header + "2026-03-02T08:00:10Z,52.5,13.4,0.5\n2026-03-02T08:00:20Z,52.6,13.4,0.4\n")
    log.add(
      try self.log(
        header + "2026-03-02T08:00:00Z,52.4,13.4,0.6\n2026-03-02T08:00:10Z,52.5,13.4,0.5\n"))
    #expect(log.positions.map(\.coordinate.latitude) == [52.4, 52.5, 52.6])
    #expect(log.positions.map(\.identity) == [1, 2, 3])
    #expect(log.battery.map(\.level) == [0.6, 0.5, 0.4])
    #expect(log.remarks.contains { $0.contains("are also in another log and count once.") })
  }

  @Test("Positions that a log repeats count as records, and are mentioned")
  func repetitions() throws {
    let row = "2026-03-02T08:00:10Z,52.5,13.4\n"
    var doubled = try log("time,lat,lon\n" + row + row + "2026-03-02T08:00:20Z,52.6,13.4\n")
    doubled.remarkRepetitions()
    #expect(doubled.positions.count == 3)
    #expect(doubled.remarks.contains { $0.hasPrefix("1 of 3 positions repeat an earlier one") })
    // One of 201 is less than a hundredth.
    let others = (0..<199).map { "2026-03-02T09:\(10 + $0 / 60):\(10 + $0 % 50)Z,52.\($0),13.4\n" }
    var long = try log("time,lat,lon\n" + row + row + others.joined())
    long.remarkRepetitions()
    #expect(!long.remarks.contains { $0.contains("repeat") })
  }

  @Test("Positions at latitude 0 and longitude 0 count as records, and are mentioned")
  func zeros() throws {
    var log = try log(
      "time,lat,lon\n2026-03-02T08:00:10Z,0,0\n2026-03-02T08:00:20Z,0,13.4\n"
        + "2026-03-02T08:00:30Z,52.5,13.4\n")
    log.remarkZeros()
    #expect(log.positions.count == 3)
    #expect(log.remarks.last?.hasPrefix("1 of 3 positions lie at latitude 0") == true)
  }

  @Test("The clock of another zone is corrected in all times")
  func shift() throws {
    var log = try log("time,lat,lon,battery\n2026-03-02T08:00:10Z,52.5,13.4,0.5\n")
    log.shift(by: .hours(-1))
    #expect(seconds([log.positions[0].timestamp, log.positions[0].recordedAt]) == [-3590, -3590])
    #expect(seconds([log.span.lowerBound, log.battery[0].time]) == [-3590, -3590])
  }
}
