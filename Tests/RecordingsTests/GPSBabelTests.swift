import Foundation
import TestSupport
import Testing
import Timekeeping
import World

@testable import Recordings

private let isInstalled = GPSBabel.isInstalled

@Suite("Reading through GPSBabel")
struct GPSBabelTests {
  /// A few positions in each format.
  static let small = [
    """
    AXXX001
    HFDTE020326
    B0800005230000N01324000EA0004000050
    B0800055230010N01324010EA0004100051
    B0800105230020N01324020EA0004200052
    """,
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
    <Activities><Activity Sport="Running"><Id>2026-03-02T08:00:00Z</Id>
    <Lap StartTime="2026-03-02T08:00:00Z"><Track>
    <Trackpoint><Time>2026-03-02T08:00:00Z</Time><Position>
    <LatitudeDegrees>52.5</LatitudeDegrees><LongitudeDegrees>13.4</LongitudeDegrees></Position>
    </Trackpoint><Trackpoint><Time>2026-03-02T08:00:05Z</Time><Position>
    <LatitudeDegrees>52.5</LatitudeDegrees><LongitudeDegrees>13.401</LongitudeDegrees></Position>
    </Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
    """,
  ]

  @Test(
    "A flight, a run: each is read",
    .enabled(if: isInstalled, "skipped: gpsbabel is not installed"), arguments: small)
  func smallRecording(_ text: String) throws {
    let trace = try readTrace(text, "t")
    #expect(trace.points.count >= 2)
    #expect(trace.points[0].time.description == "2026-03-02T08:00:00Z")
    #expect(abs(trace.points[0].coordinate.latitude - 52.5) < 1e-6)
  }

  /// The recordings, with the points and times of the folder's README; empty without the folder.
  static let recordings: [(file: String, points: Int, first: String, last: String)] = [
    ("bike.tcx.gz", 1812, "2013-04-30T19:23", "2013-04-30T19:54"),
    ("gtrnctr-lap_s.tcx.gz", 928, "2013-09-06T14:27", "2013-09-06T15:32"),
    ("92HV66G1.igc.gz", 2470, "2019-02-17T17:32", "2019-02-17T19:34"),
  ]

  @Test(
    "TCX and IGC recordings are read whole",
    .enabled(if: isInstalled, "skipped: gpsbabel is not installed"),
    .enabled(if: dataFolder != nil, "no recordings here"), arguments: recordings.indices)
  func realRecording(_ index: Int) throws {
    let expected = GPSBabelTests.recordings[index]
    let folder = try #require(dataFolder).appendingPathComponent("gps-traces")
    let trace = try Trace.read(path: folder.appendingPathComponent(expected.file).path)
    let repeated = trace.remarks.compactMap {
      $0.hasSuffix("left out.") ? Int($0.prefix { $0 != " " }) : nil
    }
    #expect(abs(trace.points.count + repeated.reduce(0, +) - expected.points) <= 120)
    #expect(trace.points.first?.time.description.hasPrefix(expected.first) == true)
    #expect(trace.points.last?.time.description.hasPrefix(expected.last) == true)
    #expect(trace.remarks.contains { $0.hasSuffix("by GPSBabel.") })
  }

  @Test(
    "A track in KML is read", .enabled(if: isInstalled, "skipped: gpsbabel is not installed"))
  func kml() throws {
    let trace = try readTrace(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><Placemark><gx:Track>
      <when>2026-03-02T08:00:00Z</when><when>2026-03-02T08:00:05Z</when>
      <gx:coord>13.4 52.5 40</gx:coord><gx:coord>13.401 52.5 41</gx:coord>
      </gx:Track></Placemark></Document></kml>
      """, "t.kml")
    #expect(trace.points.map(\.coordinate.longitude) == [13.4, 13.401])
  }

  @Test(
    "A flight from a hill down to a valley is a flight, from the start to the landing",
    .enabled(if: isInstalled, "skipped: gpsbabel is not installed"))
  func flightDown() throws {
    // A minute on the hill, two minutes down by 5 m/s, and a minute in the valley.
    let fixes = (0..<24).map { index in
      let seconds = 10 * index
      let meters = 800 - 5 * min(max(0, seconds - 60), 120)
      return String(
        format: "B08%02d%02d5230%03dN01324000EA%05d%05d", seconds / 60, seconds % 60, seconds,
        meters, meters)
    }
    let trace = try readTrace(
      "AXXX001\nHFDTE020326\n" + fixes.joined(separator: "\n"), "t.igc")
    let isFlying = trace.points.map { $0.onward == .moving(.flying) }
    // More than 30 m below the start from 70 s on, and above the landing until 170 s.
    #expect(isFlying.firstIndex(of: true) == 7)
    #expect(isFlying.lastIndex(of: true) == 17)
    #expect(isFlying.count { $0 } == 11)
  }

  @Test(
    "A message on a converted file names the point, its time and the remedy",
    .enabled(if: isInstalled, "skipped: gpsbabel is not installed"))
  func namesPoints() {
    let tcx = Self.small[1]
    // The second of two points lies beyond the pole.
    #expect(
      traceRefusal(tcx.replacing("13.401", with: "213.401"), "t.tcx")
        == "t.tcx: a point lies at lat='52.500000000' lon='213.401000000' at point 2 of GPSBabel's"
        + " conversion, at or after 2026-03-02T08:00:00Z; accepted: latitude from -90 to 90,"
        + " longitude from -180 to 180; delete that point from the file, or run GPSBabel yourself"
        + " and correct it there")
    // A value that a converter passes on, but that no phone reports.
    let altitude = tcx.replacing(
      "</Position>\n</Trackpoint></Track>",
      with: "</Position><AltitudeMeters>250000</AltitudeMeters>\n</Trackpoint></Track>")
    #expect(
      traceRefusal(altitude, "t.tcx")
        == "t.tcx: the altitude is 250000.0 at point 2, 2026-03-02T08:00:05.000Z; accepted: -12 km"
        + " to 100 km in meters; delete or correct that point in the file")
    // GPSBabel's own message, with the line in its input.
    let refusal = traceRefusal("<kml><Placemark>", "t.kml")
    #expect(refusal.contains("as KML: it reports '"))
    #expect(refusal.contains("line 1, col 16)'; accepted: a file that"))
  }

  @Test(
    "What GPSBabel cannot read is refused in one line",
    .enabled(if: isInstalled, "skipped: gpsbabel is not installed"))
  func refusals() {
    #expect(
      traceRefusal("<kml><Placemark>", "t.kml")
        .replacing(/: it reports '[^']*.*'(?=;)/, with: "")
        == "t.kml: GPSBabel cannot read this as KML; "
        + "accepted: a file that 'gpsbabel -i kml' converts")
    #expect(
      traceRefusal("ALXV66G\nHFDTE170219\nB\n", "t.igc").hasPrefix("t.igc: "))
    #expect(
      traceRefusal(
        "<!DOCTYPE kml [<!ENTITY a \"b\">]><kml>&a;</kml>", "t.kml"
      ) == "t.kml:1: DOCTYPE and ENTITY declarations are refused; accepted: XML without them")
  }
}
