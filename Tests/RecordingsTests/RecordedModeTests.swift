import Foundation
import TestSupport
import Testing
import Text
import Timekeeping
import World

@testable import Recordings

@Suite("Modes of motion that a recording or its user names")
struct RecordedModeTests {
  private func gpx(_ type: String) -> String {
    let points = (0..<3).map {
      "<trkpt lat=\"1\" lon=\"1.00\($0)\"><time>2026-03-02T08:0\($0):00Z</time></trkpt>"
    }
    return "<gpx version=\"1.1\" creator=\"t\"><trk>\(type)<trkseg>"
      + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
  }

  @Test(
    "The words of watches and services are modes; other sports are none",
    arguments: [
      ("Biking", .cycling), ("cycling", .cycling), ("road_biking", .cycling), ("Ride", .cycling),
      ("MountainBikeRide", .cycling), ("EBikeRide", .cycling), ("Running", .running),
      ("trail_running", .running), ("TrailRun", .running), ("Hiking", .walking),
      ("Nordic walking", .walking), ("Motorcycling", .automotive), ("driving", .automotive),
      ("car", .automotive), ("train", .train), ("paragliding", .flying), ("cardio", nil),
      ("training", nil), ("horseback_riding", nil), ("Swimming", nil), ("", nil), ("9", nil),
    ] as [(String, MotionMode?)])
  func words(name: String, mode: MotionMode?) {
    #expect(MotionMode(sport: name) == mode, "\(name)")
  }

  @Test("A GPX track's type and a CSV column name the mode of the points")
  func files() throws {
    #expect(
      try readTrace(gpx("<type>cycling</type>"), "t.gpx").points.allSatisfy {
        $0.mode == .cycling
      })
    #expect(try readTrace(gpx(""), "t.gpx").points.allSatisfy { $0.mode == nil })
    let csv = try readTrace(
      "time,lat,lon,sport\n0,1,1,running\n9,1,1.001,Biking\n18,1,1.002,\n", "t.csv")
    #expect(csv.points.map(\.mode) == [.running, .cycling, nil])
  }

  @Test(
    "A TCX file's sport is kept through GPSBabel",
    .enabled(if: GPSBabel.isInstalled, "skipped: gpsbabel is not installed"))
  func tcx() throws {
    let trace = try readTrace(GPSBabelTests.small[1], "t.tcx")
    #expect(trace.points.map(\.mode) == [.running, .running])
  }

  @Test(
    "A TCX file whose tag would keep a parser busy is refused",
    .enabled(if: GPSBabel.isInstalled, "skipped: gpsbabel is not installed"))
  func oversizedTag() {
    let attributes = (0..<300).map { " a\($0)=\"\"" }.joined()
    let text = GPSBabelTests.small[1].replacing("<Activity ", with: "<Activity\(attributes) ")
    #expect(traceRefusal(text, "t.tcx").hasPrefix("t.tcx:3: a tag has more than 256 attributes"))
  }

  /// A FIT file of one definition and one session: 08:00:00 to 08:30:00 of 2026-03-02, sport 2.
  /// The seconds since 1989-12-31 are 1,772,438,400 − 631,065,600 = 1,141,372,800.
  @Test("A FIT file's session names its sport, at either byte order")
  func fit() throws {
    for isBigEndian in [false, true] {
      func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
        let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
      }
      let definition: [UInt8] =
        [0x40, 0, isBigEndian ? 1 : 0] + bytes(18, 2) + [3, 253, 4, 0x86, 2, 4, 0x86, 5, 1, 0]
      let session: [UInt8] = [0] + bytes(1_141_374_600, 4) + bytes(1_141_372_800, 4) + [2]
      let size = UInt8(definition.count + session.count)
      let file = [12, 0x10, 0, 0, size, 0, 0, 0] + Array(".FIT".utf8) + definition + session
      let sports = SportSpans(fit: Data(file))
      let start = try #require(Instant(iso8601: "2026-03-02T08:00:00Z"))
      #expect(sports[start] == .cycling && sports[start + .minutes(30)] == .cycling)
      #expect(sports[start + .minutes(31)] == nil)
      // A file that is cut anywhere gives no sport and does no harm.
      for count in 0..<file.count {
        #expect(SportSpans(fit: Data(file.prefix(count))).spans.isEmpty)
      }
    }
  }

  private func options(_ modes: String...) throws -> TraceOptions {
    try TraceOptions(trajectory: nil, origin: nil, start: nil, timeZone: nil, modes: modes)
  }

  @Test("The user's mode counts before the recording's, for all of it or for a span")
  func option() throws {
    let whole = try readTrace(gpx("<type>Ride</type>"), "t.gpx", options: try options("train"))
    #expect(whole.points.allSatisfy { $0.mode == .train })
    let part = try readTrace(
      gpx("<type>Ride</type>"), "t.gpx",
      options: try options("2026-03-02T08:01:00Z/2026-03-02T08:02:00Z=walking"))
    #expect(part.points.map(\.mode) == [.cycling, .walking, .cycling])
  }

  /// At 30° E the guessed zone is UTC+2, so that 10:01 there is 08:01 UTC.
  @Test("A span without a zone is in that of the recording: the option's, else the guessed one")
  func localSpan() throws {
    let text = gpx("<type>Ride</type>").replacing("lon=\"1.00", with: "lon=\"30.00")
    let span = "2026-03-02T10:01/2026-03-02T10:02=walking"
    let guessed = try readTrace(text, "t.gpx", options: try options(span))
    #expect(guessed.points.map(\.mode) == [.cycling, .walking, .cycling])
    let given = try TraceOptions(
      trajectory: nil, origin: nil, start: nil, timeZone: "UTC+1",
      modes: ["2026-03-02T09:01/2026-03-02T09:02=walking"])
    let modes = try readTrace(text, "t.gpx", options: given).points.map(\.mode)
    #expect(modes == [.cycling, .walking, .cycling])
  }

  @Test(
    "A mode that cannot be is named",
    arguments: [
      ("cyclin", "'--mode' is 'cyclin'; accepted: walking, running, cycling"),
      ("still", "'--mode' is 'still'"),
      ("08:00=train", "accepted: a mode, or a span and a mode"),
      ("2026-03-02T09:00/2026-03-02T08:00=train", "which is not after its start"),
    ])
  func mistakes(text: String, words: String) {
    let said = message { _ = try options(text) }
    #expect(said.contains(words), "\(said)")
    let outside = message {
      _ = try readTrace(
        gpx(""), "t.gpx", options: try options("2027-03-02T09:00/2027-03-02T09:30=train"))
    }
    #expect(outside.contains("no point lies in the span of the mode train"), "\(outside)")
  }

  @Test("Digits of a CSV file are no frames of a receiver")
  func digits() throws {
    // Lines such as "1564279268,…" begin like frames of Javad: two signs, three hexadecimal digits.
    let rows = (0..<700).map { "15642\(79268 + 5 * $0),37.380659,-122.113438" }
    let trace = try readTrace("time,lat,lon\n" + rows.joined(separator: "\n"), "t.csv")
    #expect(trace.points.count == 700)
  }
}
