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

  @Test("Comments before the names of columns are skipped, and lines are counted from the first")
  func comments() throws {
    let table = "time;lat;lon\n\(Self.first);47.1;9.5\n2026-03-02T08:05:00Z;47.11;9.5\n"
    let comments = "# exported by MyApp, lat;lon\r\n#\n"
    try expectWalk(comments + table, "walk.csv")
    try expectWalk("sep=;\n" + comments + table, "walk.csv")
    #expect(
      traceRefusal(comments + table.replacing("47.11", with: "north"), "t.csv")
        == "t.csv:5: 'lat' is 'north'; accepted: a number")
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

  /// 800,755,200 is 1995-05-18, which is 2015-01-01 less 1024 weeks.
  @Test("Where the user gives a start, numbers count from 1970, and it mends their dates")
  func startBesideNumbers() throws {
    let text = "time,lat,lon\n800755200,47.1,9.5\n800755500,47.11,9.5\n"
    let start = try #require(Instant(iso8601: "2015-01-01T00:00:00Z"))
    let trace = try readTrace(text, "walk.csv", options: TraceOptions(start: start))
    #expect(trace.points.first?.time == start)
  }

  @Test("A comma between thousands is not decimal where a point is")
  func thousands() {
    #expect(
      traceRefusal("time\tlat\tlon\taccuracy\n\(Self.first)\t47.1\t9.5\t1,500\n", "t.tsv")
        == "t.tsv:2: 'accuracy' is '1,500'; accepted: a number")
  }

  @Test("A message on the names of columns has their line, one on a date shows it")
  func messages() {
    #expect(traceRefusal("sep=,\ntime,lat\n1,2\n", "t.csv").hasPrefix("t.csv:2: no column"))
    #expect(
      traceRefusal("date,time,lat,lon\n02.03.2026,8:00:00,47.1,9.5\n", "t.csv")
        .hasPrefix("t.csv:2: the time is '02.03.2026 08:00:00'; "))
  }

  @Test("Elements of extensions are no points, whatever their names")
  func extensions() throws {
    let points = [("47.1", "00"), ("47.11", "05")].map { latitude, minute in
      """
      <trkpt lat="\(latitude)" lon="9.5"><time>2026-03-02T08:\(minute):00Z</time>
      <extensions><x:trkpt>7</x:trkpt><x:trkseg/></extensions></trkpt>
      """
    }
    try expectWalk(
      """
      <gpx xmlns:x="urn:x" version="1.1"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>
      """, "walk.gpx")
  }
}
