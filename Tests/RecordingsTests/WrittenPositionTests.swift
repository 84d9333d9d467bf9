import Foundation
import Geodesy
import Testing
import Text
import Timekeeping

@testable import Recordings

@Suite("Positions that an app writes")
struct WrittenPositionTests {
  private let now = Instant(secondsSince1970: 1_772_433_000)  // 2026-03-02T06:30:00Z

  @Test(
    "A time counts in the unit that gives the time nearest to the present",
    arguments: [
      "2026-03-02T06:30:00Z", "2026-03-02T07:30:00+01:00", "2026-03-02 06:30:00",
      "2026-03-02 06:30:00 +0000", "1772433000", "1772433000000", "1772433000000000",
      "1.772433e18", " 794125800.0 ",
    ])
  func times(_ text: String) {
    #expect(WrittenValue.text(text).instant(near: now) == now)
  }

  @Test("What is no time or no coordinate is no position")
  func invalid() {
    for text in ["", "yesterday", "nan", "1e300", "2026-13-01T00:00:00Z"] {
      #expect(WrittenValue.text(text).instant(near: now) == nil)
    }
    let values = PositionColumns<WrittenValue?>(
      time: .number(1_772_433_000), latitude: .number(91), longitude: .number(0))
    #expect(WrittenPosition(values, near: now) == nil)
  }

  private let names = PositionColumns(time: "when", latitude: "Lat", longitude: "lon")

  @Test("Rows of a CSV file are read once their line is complete")
  func rows() throws {
    #expect(
      try CSVPositions(Data("when,lat".utf8), names, of: "t.csv", location: .commandLine) == nil)
    let file = Data("\u{FEFF}id;lon;LAT;when\n7;13.4;52.5;1772433000\nbad;;;\n8;13.5;52".utf8)
    let table = try #require(
      try CSVPositions(file, names, of: "t.csv", location: .commandLine))
    let rest = file.dropFirst(table.headerByteCount)
    let piece = table.read(rest, near: now)
    #expect(
      piece.positions == [
        WrittenPosition(time: now, coordinate: Coordinate(latitude: 52.5, longitude: 13.4))
      ])
    #expect(piece.rejected == 1 && piece.firstRejected == "bad;;;")
    #expect(rest.count - piece.byteCount == "8;13.5;52".utf8.count)
  }

  @Test("A field in quotes may contain the separator, and quotes that are doubled")
  func quotedFields() throws {
    let text = #"""
      "when","name, or ""none""",Lat,lon
      1772433000,"a, b ""c"", d",52.5,13.4
      1772433000,"",52.5,"13.4"
      1772433000,5" nail,52.5,13.4
      1772433000,"never closed,52.5,13.4

      """#
    let file = Data(text.utf8)
    let table = try #require(
      try CSVPositions(file, names, of: "t.csv", location: .commandLine))
    let piece = table.read(file.dropFirst(table.headerByteCount), near: now)
    let position = WrittenPosition(
      time: now, coordinate: Coordinate(latitude: 52.5, longitude: 13.4))
    #expect(piece.positions == [position, position, position, position])
    #expect(piece.rejected == 0)
  }

  @Test("A missing column is named with those that there are")
  func column() {
    let error = #expect(throws: InputError.self) {
      try CSVPositions(
        Data("when,latt,lon\n".utf8), names, of: "t.csv",
        location: SourceLocation(file: "app.yaml", line: 4))
    }
    #expect(
      error?.description
        == "app.yaml:4: 't.csv' has no column 'Lat'; accepted: when, latt, lon; did you mean"
        + " 'latt'?")
  }

  @Test("Points of a GPX file count before the file is complete, without those that are damaged")
  func points() {
    let good = """
      <trkpt lat="52.5" lon="13.4"><time>2026-03-02T06:30:00Z</time><x:hacc>7</x:hacc></trkpt>
      """
    let bad = "<trkpt lat=\"152.5\" lon=\"13.4\"><time>2026-03-02T06:30:01Z</time></trkpt>"
    let begun = "<trkpt lat=\"52.5\" lon=\"13.4\"><time>2026-"
    let text = "<gpx><trk><trkseg>\n" + good + "</trkseg><trkseg>" + bad + good + begun
    let piece = GPXPositions.read(Data(text.utf8))
    let position = WrittenPosition(
      time: now, coordinate: Coordinate(latitude: 52.5, longitude: 13.4), accuracyMeters: 7)
    #expect(piece.positions == [position, position])
    #expect(piece.rejected == 1 && piece.firstRejected == bad)
    #expect(piece.byteCount == text.utf8.count - begun.utf8.count)
    let untimed = GPXPositions.read(Data("<trkpt lat=\"52.5\" lon=\"13.4\"/>".utf8))
    #expect(untimed.positions.isEmpty && untimed.rejected == 1)
  }
}
