import Testing
import Timekeeping

@testable import Recordings

/// Files of other programs that differ from the usual form of GPX or CSV.
@Suite("Other forms of tables and tracks")
struct OtherFormsTests {
  private static let first = "2026-03-02T08:00:00Z"

  private func expectWalk(_ text: String, _ name: String, remarks: [String] = []) throws {
    let trace = try readTrace(text, name)
    #expect(trace.points.map(\.time.description) == [Self.first, "2026-03-02T08:05:00Z"])
    #expect(trace.points.map(\.coordinate.latitude) == [47.1, 47.11])
    #expect(trace.points.map(\.coordinate.longitude) == [9.5, 9.5])
    #expect(trace.remarks == remarks)
  }

  @Test("Elements of GPX may have a prefix")
  func prefixedGPX() throws {
    let points = [("47.1", "00"), ("47.11", "05")].map { latitude, minute in
      """
      <gpx:trkpt lat="\(latitude)" lon="9.5"><gpx:time>2026-03-02T08:\(minute):00Z</gpx:time>
      </gpx:trkpt>
      """
    }
    try expectWalk(
      """
      <gpx:gpx xmlns:gpx="http://www.topografix.com/GPX/1/1" version="1.1"><gpx:trk><gpx:trkseg>
      \(points.joined())</gpx:trkseg></gpx:trk></gpx:gpx>
      """, "walk.gpx")
  }

  @Test("A file with waypoints alone is refused as that")
  func onlyWaypoints() {
    #expect(
      traceRefusal(
        "<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"><time>\(Self.first)</time></wpt></gpx>",
        "t.gpx")
        == "t.gpx: it has 1 waypoint, and no points of a track or a route; accepted: a track or a "
        + "route whose points have times")
  }

  @Test(
    "A line with the separator is skipped, and lines are counted from it",
    arguments: [("", ","), ("\u{FEFF}", ","), ("", ";")])
  func separatorLine(mark: String, separator: String) throws {
    let rows = ["time,lat,lon", "\(Self.first),47.1,9.5", "2026-03-02T08:05:00Z,47.11,9.5"]
    let table = rows.joined(separator: "\r\n").replacing(",", with: separator)
    try expectWalk("\(mark)sep=\(separator)\r\n\(table)\r\n", "walk.csv")
    #expect(
      traceRefusal("\(mark)sep=\(separator)\r\n\(table.replacing("47.11", with: "north"))", "t.csv")
        == "t.csv:4: 'lat' is 'north'; accepted: a number")
  }

  @Test("A comma is decimal where it separates no columns")
  func decimalComma() throws {
    try expectWalk(
      "time;lat;lon\n\(Self.first);47,1;9,5\n2026-03-02T08:05:00Z;47,11;9,5\n", "walk.csv")
  }

  @Test("The date may have its own column")
  func date() throws {
    try expectWalk(
      "lat,lon,date,time\n47.1,9.5,2026-03-02,08:00:00\n47.11,9.5,2026-03-02,08:05:00\n",
      "walk.csv", remarks: ["Times without a zone were taken as UTC."])
    try expectWalk(
      "lat,lon,date,time\n47.1,9.5,2026-03-02,\(Self.first)\n47.11,9.5,,2026-03-02T08:05:00Z\n",
      "walk.csv")
  }

  /// 2026-03-02T08:00:00Z is 1,772,438,400 s after 1970, and 978,307,200 s less after 2001.
  @Test("Seconds since 2001 are recognized, and the trace says so")
  func referenceDate() throws {
    try expectWalk(
      "time,lat,lon\n794131200,47.1,9.5\n794131500,47.11,9.5\n", "walk.csv",
      remarks: ["Times were taken as seconds since 2001, as Apple's systems count them."])
  }
}
