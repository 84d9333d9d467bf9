import Files
import Foundation
import Geodesy
import TestSupport
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading recordings")
struct TraceReadingTests {
  /// The recordings, with points and first and last minute from the folder's README.
  static let recordings: [(file: String, points: Int, first: String, last: String)] = [
    ("mtk_logger_m241_multiple_tracks.gpx.gz", 14263, "2012-11-07T09:11", "2015-04-07T17:36"),
    ("sbn-v13.gpx.gz", 3453, "2010-02-01T12:31", "2010-02-01T13:30"),
    ("vitovtt-sample.gpx.gz", 1866, "2007-03-10T19:02", "2007-03-10T19:40"),
    ("mtk_logger.gpx.gz", 817, "2008-01-27T13:03", "2008-01-27T18:13"),
    ("mtk_logger_m241.gpx.gz", 1199, "2008-05-04T12:52", "2008-05-04T13:22"),
    ("google_ext-kml.gpx.gz", 451, "2014-05-25T18:30", "2014-05-25T20:13"),
    ("garmin-oregon-700-output.gpx.gz", 997, "2018-09-19T08:52", "2018-09-19T10:32"),
    ("24173415.gpx.gz", 689, "2025-07-25T00:34", "2025-07-25T00:45"),
    ("around-visnjan-with-car.gpx.gz", 104, "2020-12-18T06:15", "2020-12-18T06:24"),
    ("cerknicko-jezero.gpx.gz", 296, "2010-08-05T14:23", "2010-08-05T16:23"),
    ("304-to-UL-2019-02-18.gpx.gz", 2144, "2019-02-18T07:45", "2019-02-18T09:00"),
    ("posmo-trajectory.csv.gz", 1327, "2019-01-25T20:00", "2019-01-25T20:52"),
    ("elemnt-2019-02-17-ride.csv.gz", 13348, "2019-02-17T07:10", "2019-02-17T12:59"),
    ("pseudoranges_log_2016_06_30_21_26_07.txt.gz", 216, "2016-06-30T21:26", "2016-06-30T21:29"),
    ("fenix2-run.csv.gz", 2809, "2015-08-15T14:45", "2015-08-15T15:32"),
  ]

  @Test(
    "Every real recording is read whole", .enabled(if: dataFolder != nil, "no recordings here"),
    arguments: recordings.indices)
  func realRecording(_ index: Int) throws {
    let expected = TraceReadingTests.recordings[index]
    let folder = try #require(dataFolder).appendingPathComponent("gps-traces")
    let trace = try Trace.read(path: folder.appendingPathComponent(expected.file).path)
    let repeated = trace.remarks.compactMap {
      $0.hasSuffix("left out.") ? Int($0.prefix { $0 != " " }) : nil
    }
    #expect(trace.points.count + repeated.reduce(0, +) == expected.points)
    #expect(trace.points.first?.time.description.hasPrefix(expected.first) == true)
    #expect(trace.points.last?.time.description.hasPrefix(expected.last) == true)
    for (a, b) in zip(trace.points, trace.points.dropFirst()) { #expect(a.time < b.time) }
  }

  @Test("A format that is not read is named")
  func otherFormat() {
    #expect(
      refusal("# \n# Version: 1\n# Raw,ElapsedRealtimeMillis\nRaw,1,2\n", "raw.txt")
        == "raw.txt: GnssLogger text is not a supported format; accepted: \(TraceFormat.accepted)")
  }

  /// The columns of a newer version, whose fused fixes repeat those of the satellite receiver.
  @Test("Fixes of GnssLogger are those of the satellite receiver, by the columns it names")
  func gnssLogger() throws {
    let header =
      "# Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,"
      + "AccuracyMeters,BearingDegrees,UnixTimeMillis\n"
    let trace = try read(
      "# Raw,TimeNanos\n" + header + "Raw,1\nFix,GPS,1,2,30,4,5,90,1772438460000\n"
        + "Fix,FLP,9,9,30,4,5,90,1772438461000\nFix,GPS,1.001,2,31,4,5,90,1772438520000\n",
      "log.txt")
    #expect(trace.points.map(\.coordinate.latitude) == [1, 1.001])
    #expect(trace.points.map(\.altitudeMeters) == [30, 31])
    #expect(trace.points.map(\.courseDegrees) == [90, 90])
    #expect(trace.points[1].time == Instant(secondsSince1970: 1_772_438_520))
    #expect(
      trace.remarks == [
        "1 fixes of other providers than the satellite receiver were left out."
      ])
    #expect(
      refusal(header + "Fix,GPS,x,2,30,4,5,90,60000\n", "log.txt").hasPrefix(
        "log.txt:2: a fix lacks its position or its time"))
  }

  @Test("A day of Compass is lines of a time and a feature")
  func compass() throws {
    func line(_ minute: Int) -> String {
      "2026-03-02 08:0\(minute):00.000000 {\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\","
        + "\"coordinates\":[1.00\(minute),2]},"
        + "\"properties\":{\"timestamp\":\"2026-03-02T08:0\(minute):00Z\"}}\n"
    }
    let trace = try read(line(0) + line(1) + line(2), "2026-03-02.txt")
    #expect(trace.points.map(\.coordinate.longitude) == [1, 1.001, 1.002])
    #expect(
      refusal(line(0) + line(1).replacing("08:01:00Z", with: "noon"), "day.txt").hasPrefix(
        "day.txt:2: "))
  }

  @Test("White space before the first mark is skipped", arguments: [9, 10, 13, 32] as [UInt8])
  func leadingSpace(_ space: UInt8) throws {
    let records = [1_772_452_700, 1_772_452_760].map { second in
      #"{"_type":"location","lat":1.5,"lon":2.5,"tst":\#(second)}"#
    }
    let text = String(UnicodeScalar(space)) + records.joined(separator: "\n")
    let file = try TemporaryFile(text, suffix: ".json")
    #expect(try Trace.read(path: file.path).points.count == 2)
  }

  @Test(
    "A trajectory in meters lies about its origin from its start on",
    .enabled(if: dataFolder != nil, "no recordings here"))
  func relativeTrajectory() throws {
    let path = try #require(dataFolder).appendingPathComponent("goal-foot-drive/goal.csv.gz").path
    let origin = Coordinate(latitude: 45.52, longitude: -122.68)
    let start = try #require(Instant(iso8601: "2026-03-02T08:00:00Z"))
    let trace = try Trace.read(
      path: path, options: TraceOptions(trajectory: "0001", origin: origin, start: start))
    let first = trace.points[0]
    #expect(first.time >= start && first.time < start + .seconds(10 as Int64))
    for point in trace.points { #expect(point.coordinate.distanceMeters(to: origin) < 20_000) }
    #expect(
      message { try Trace.read(path: path) }
        == "\(path):1: the times count from an unknown start (column t_s); "
        + "accepted: --start 2026-03-02T08:00:00Z, or 'start:' under 'replay:'")
    #expect(
      message { try Trace.read(path: path, options: TraceOptions(start: start)) }
        == "\(path):1: the positions are meters from an unknown origin (columns x_m, y_m); "
        + "accepted: --origin 45.52,-122.68, or 'origin:' under 'replay:'")
    #expect(
      message { try Trace.read(path: path, options: TraceOptions(origin: origin, start: start)) }
        .hasPrefix(
          "\(path): the file holds 483 trajectories; accepted: --trajectory, or "
            + "'trajectory:' under 'replay:', with all or one of 0000, "))
    let wrong = TraceOptions(trajectory: "00001", origin: origin, start: start)
    #expect(
      message { try Trace.read(path: path, options: wrong) }
        .hasPrefix("\(path): no trajectory is called '00001'; accepted: 0000, "))
  }

  // MARK: GPX

  private func read(_ text: String, _ name: String = "t.gpx") throws -> Trace {
    try readTrace(text, name)
  }

  private func gpx(_ body: String) -> String {
    "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
      + body + "\n</gpx>\n"
  }

  /// Returns a track with one point on each line; the first is on line 4.
  private func track(_ points: [(lat: String, lon: String, time: String?)]) -> String {
    let lines = points.map { point in
      "<trkpt lat=\"\(point.lat)\" lon=\"\(point.lon)\">"
        + (point.time.map { "<time>2026-03-02T\($0)Z</time>" } ?? "") + "</trkpt>\n"
    }
    return "<trk><trkseg>\n" + lines.joined() + "</trkseg></trk>"
  }

  private func refusal(_ text: String, _ name: String = "t.gpx") -> String {
    traceRefusal(text, name)
  }

  @Test("A track point brings speed, course and accuracy, also from extensions")
  func extensions() throws {
    let trace = try read(
      gpx(
        """
        <trk><trkseg>
        <trkpt lat="45.5" lon="-122.6"><ele>12.5</ele><time>2026-03-02T08:00:00Z</time>
        <hdop>3</hdop><extensions><gpxtpx:TrackPointExtension xmlns:gpxtpx="x">
        <gpxtpx:speed>2.5</gpxtpx:speed><gpxtpx:course>361</gpxtpx:course>
        </gpxtpx:TrackPointExtension><accuracy>4.5</accuracy></extensions></trkpt>
        <trkpt lat="45.5" lon="-122.6"><time>2026-03-02T08:00:01.250Z</time>
        <course>360</course><speed>-1</speed></trkpt>
        </trkseg></trk>
        """))
    #expect(trace.points[0].altitudeMeters == 12.5)
    #expect(trace.points[0].speedMetersPerSecond == 2.5)
    #expect(trace.points[0].courseDegrees == nil)
    #expect(trace.points[0].horizontalAccuracyMeters == 4.5)
    #expect(trace.points[1].time - trace.points[0].time == .milliseconds(1250))
    #expect(trace.points[1].courseDegrees == 0)
    #expect(trace.points[1].speedMetersPerSecond == nil)
  }

  @Test("Segments are put into the order of time, and each says where it begins")
  func segments() throws {
    let late = track([("2", "2", "09:00:00"), ("2", "2", "09:00:10")])
    let early = track([("1", "1", "08:00:00"), ("1", "1", "08:00:10")])
    let trace = try read(gpx(late + "\n" + early))
    #expect(trace.points.map(\.coordinate.latitude) == [1, 1, 2, 2])
    #expect(trace.points.map(\.startsSegment) == [true, false, true, false])
  }

  @Test("A route serves where there is no track; way-points never do")
  func route() throws {
    let body = """
      <wpt lat="9" lon="9"><time>2026-03-02T07:00:00Z</time></wpt>
      <rte><rtept lat="1" lon="1"><time>2026-03-02T08:00:00Z</time></rtept>
      <rtept lat="2" lon="2"><time>2026-03-02T09:00:00Z</time></rtept></rte>
      """
    #expect(try read(gpx(body)).points.map(\.coordinate.latitude) == [1, 2])
  }

  @Test("Points without or with the same time are left out, and the trace says so")
  func remarks() throws {
    let trace = try read(
      gpx(
        track([
          ("1", "1", "08:00:00"), ("2", "2", nil), ("3", "3", "08:00:00"), ("4", "4", "08:00:09"),
        ])))
    #expect(trace.points.map(\.coordinate.latitude) == [1, 4])
    #expect(
      trace.remarks == [
        "1 point without a time was left out.",
        "1 points were not later than the previous one and were left out.",
      ])
  }

  @Test("Points that step back by less than a minute, or come twice, are left out and counted")
  func stepsBack() throws {
    let walk = track([("1", "1", "08:00:00"), ("2", "1", "08:05:00"), ("3", "1", "08:10:00")])
    let twice = try read(gpx(walk + "\n" + walk))
    #expect(twice.points.map(\.coordinate.latitude) == [1, 2, 3])
    let left = "points were not later than the previous one and were left out."
    #expect(twice.remarks == ["3 \(left)"])
    // Interleaved cycles: each second point is a cycle old.
    let cycles = try read(
      gpx(
        track([
          ("1", "1", "08:00:10"), ("1", "1", "08:00:09"), ("2", "1", "08:00:11"),
          ("2", "1", "08:00:10"), ("3", "1", "08:00:12"),
        ])))
    #expect(cycles.points.map(\.coordinate.latitude) == [1, 2, 3])
    #expect(cycles.remarks == ["2 \(left)"])
  }

  @Test("What is wrong with a GPX file is told with its line")
  func gpxMessages() {
    let backwards = track([("1", "1", "08:05:05"), ("1", "1", "08:04:03")])
    #expect(
      refusal(gpx(backwards)) == "t.gpx:5: the time runs backwards: "
        + "2026-03-02T08:04:03.000Z follows 2026-03-02T08:05:05.000Z; accepted: times in order, "
        + "but for steps back of less than a minute; sort the points by time, or put what follows "
        + "in a file of its own")
    let one = track([("1", "1", "08:00:00"), ("1", "1", "08:10:00")])
    let overlapping = track([("1", "1", "08:05:00"), ("1", "1", "08:20:00")])
    #expect(
      refusal(gpx(one + "\n" + overlapping)) == "t.gpx:8: two segments overlap in time: "
        + "2026-03-02T08:05:00.000Z follows 2026-03-02T08:10:00.000Z; "
        + "accepted: the track of one person, as before line 8; keep one of the two segments, or "
        + "put each in a file of its own")
    #expect(
      refusal(gpx(track([("91", "1", "08:00:05")])))
        == "t.gpx:4: a point lies at lat='91' lon='1'; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal(gpx("<trk><trkseg><trkpt lat=\"1\"/></trkseg></trk>"))
        == "t.gpx:3: a point lacks 'lat' or 'lon'")
    #expect(
      refusal(gpx(track([("1", "1", "noon")]))) == "t.gpx:4: the time is '2026-03-02TnoonZ'; "
        + "accepted: a time such as 2026-03-02T06:30:00Z")
    #expect(
      refusal(gpx(track([("1", "1", nil), ("1", "2", nil)]))) == "t.gpx: its points have no times; "
        + "accepted: a recording of at least two points with times")
    #expect(
      refusal(gpx("")) == "t.gpx: it has no points; "
        + "accepted: a recording of at least two points with times")
    #expect(
      refusal(String(gpx(one).prefix(180)))
        == "t.gpx:5: not well-formed XML, or the file ends too early")
    #expect(
      refusal("<!DOCTYPE gpx [<!ENTITY a SYSTEM \"/etc/passwd\">]><gpx>&a;</gpx>")
        == "t.gpx:1: DOCTYPE and ENTITY declarations are refused; accepted: XML without them")
    #expect(
      refusal("<?xml version=\"1.0\" encoding=\"UTF-7\"?><gpx/>")
        == "t.gpx:1: the encoding is 'UTF-7'; "
        + "accepted: utf-8, us-ascii, iso-8859-1, iso-8859-15, windows-1252")
    #expect(
      refusal("<svg></svg>") == "t.gpx: XML with the root element 'svg' is not a supported "
        + "format; accepted: \(TraceFormat.accepted)")
  }

  @Test("Times of GPX without a zone are taken as UTC, which is said")
  func zonelessTimes() throws {
    let trace = try read(
      gpx(track([("1", "2", "08:00:00"), ("1", "2", "08:00:05")])).replacing(":00Z<", with: ":00<"))
    #expect(
      trace.points.map(\.time.description) == ["2026-03-02T08:00:00Z", "2026-03-02T08:00:05Z"])
    #expect(trace.remarks.contains("Times without a zone were taken as UTC."))
  }

  // MARK: CSV

  @Test("CSV is read with either separator, under other names, and with three kinds of time")
  func csvForms() throws {
    let semicolons = try read(
      "Timestamp;Latitude;lng;speed_mps\n2026-03-02 08:00:00.5;45.5;-122.6;1.5\n"
        + "2026-03-02 08:00:01;45.5;-122.7;\n", "t.csv")
    #expect(semicolons.points[0].time.iso8601(fractionDigits: 1) == "2026-03-02T08:00:00.5Z")
    #expect(semicolons.points.map(\.speedMetersPerSecond) == [1.5, nil])
    #expect(semicolons.remarks == ["Times without a zone were taken as UTC."])
    let tabs = try read("time\tlat\tlon\r\n1772438400\t1\t2\r\n1772438401.5\t1\t2\r\n", "t.csv")
    #expect(tabs.points[0].time.description == "2026-03-02T08:00:00Z")
    let offsets = try read(
      "lat,lon,time,accuracy\n\"1\",2,2026-03-02T08:00:00+01:00,5\n,,2026-03-02T08:00:01+01:00,5\n"
        + "1,2,2026-03-02T08:00:02+01:00,0\n", "t.csv")
    #expect(offsets.points[0].time.description == "2026-03-02T07:00:00Z")
    #expect(offsets.points.map(\.horizontalAccuracyMeters) == [5, nil])
    #expect(offsets.remarks == ["1 row without a position was left out."])
  }

  @Test("A last line without its end that is too short was cut off, and is left out")
  func cutLine() throws {
    let trace = try read("time,lat,lon\n1772438400,1,2\n1772438410,1,2\n17724", "t.csv")
    #expect(trace.points.count == 2)
    #expect(trace.remarks == ["The last line is cut off and was left out."])
  }

  @Test(
    "The accuracy is found under the names that apps give it",
    arguments: ["accuracy", "horizontalAccuracy", "hAcc", "acc", "Accuracy (m)"])
  func accuracyNames(name: String) throws {
    let trace = try read(
      "time,lat,lon,\(name)\n2026-03-02T08:00:00Z,1,2,5\n2026-03-02T08:01:00Z,1,2,6\n", "t.csv")
    #expect(trace.points.map(\.horizontalAccuracyMeters) == [5, 6])
  }

  @Test("What is wrong with a CSV file is told with its line")
  func csvMessages() {
    #expect(
      refusal("time,lat,latitude,lon\n1,0,1,2\n", "t.csv")
        == "t.csv:1: two columns give the latitude: 'lat' and 'latitude'; accepted: one")
    #expect(
      refusal("time,lat\n1,2\n", "t.csv")
        == "t.csv:1: no column holds the longitude; there are 'time', 'lat'; "
        + "accepted: lon, lng, longitude")
    #expect(
      refusal("when,lat,lon\n1,2,3\n", "t.csv")
        == "t.csv:1: no column holds the time; there are 'when', 'lat', 'lon'; "
        + "accepted: time, timestamp, tracked_at, datetime")
    #expect(
      refusal("time,lat,lon\n1,2,3\n2,2\n", "t.csv") == "t.csv:3: the line has 2 of 3 columns")
    #expect(
      refusal("time,lat,lon\n1,2\n2,2,3", "t.csv") == "t.csv:2: the line has 2 of 3 columns")
    #expect(
      refusal("time,lat,lon\n1,2,3\n2,two,3\n", "t.csv")
        == "t.csv:3: 'lat' is 'two'; accepted: a number")
    #expect(
      refusal("time,lat,lon\n1,2,3\n2,2,300\n", "t.csv") == "t.csv:3: the position is 2.0, 300.0; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal("time,lat,lon\nsoon,2,3\n", "t.csv") == "t.csv:2: the time is 'soon'; "
        + "accepted: 2026-03-02T06:30:00Z, 2026-03-02 06:30:00, or seconds since 1970")
    #expect(
      refusal("time,lat,lon\n100,2,3\n9,2,3\n", "t.csv").hasPrefix(
        "t.csv:3: the time runs backwards: 1970-01-01T00:00:09.000Z follows "
          + "1970-01-01T00:01:40.000Z; "))
  }

  @Test("What a scenario says beside a recording that says it itself is refused")
  func startBesideReplay() throws {
    let place = try Workplace()
    let walk = "time,lat,lon\n2026-03-02T08:00:00Z,1,2\n2026-03-02T09:00:00Z,1,2\n"
    let path = try place.write(walk, to: "walk.csv")
    #expect(
      message { try scenario(scenarioText("replay: \(path)\nday:")) }
        == "day.yaml:2: 'start' is given, but the recording has its own times; accepted: 'start:' "
        + "under 'replay:' for a recording of relative times")
  }

  @Test("Too few points are told as what they are")
  func tooFew() {
    let accepted = "; accepted: a recording of at least two points with times"
    let one = "time,lat,lon\n2026-03-02T08:00:00Z,1,2\n"
    #expect(refusal(one, "t.csv") == "t.csv: it has one point" + accepted)
    #expect(
      refusal(one + "2026-03-02T08:00:00Z,1,3\n2026-03-02T08:00:00Z,1,3\n", "t.csv")
        == "t.csv: all its 3 points have the same time" + accepted)
    #expect(refusal("time,lat,lon\n", "t.csv") == "t.csv: it has no points" + accepted)
  }

  @Test("The refusal of a table with unknown columns names those that it needs")
  func unknownColumns() {
    #expect(
      refusal("2026-03-02T08:00:00Z,52.5,13.4\n", "t.csv").hasPrefix(
        "t.csv:1: no column has the name of a time or a position; the line has "
          + "'2026-03-02T08:00:00Z', '52.5', '13.4'; accepted: a header line such as time,lat,lon"))
    #expect(
      refusal("Zeit;Breite;Länge\n2026-03-02T08:00:00Z;52.5;13.4\n", "t.csv").hasPrefix(
        "t.csv:1: no column has the name of a time or a position; the line has 'Zeit', "))
  }

  @Test("A tag of thousands of attributes is refused with its line, before a parser compares them")
  func oversizedTag() {
    let attributes = (0..<2000).map { "a\($0)='1'" }.joined(separator: " ")
    for file in [
      "<gpx>\n<trk \(attributes)/></gpx>",
      "<gpx>\n<trk a='\(String(repeating: "x", count: 70000))'/>",
      "<gpx>\n<trk b=\">'\" \(attributes)/></gpx>",
    ] {
      #expect(
        refusal(file, "t.gpx").hasPrefix(
          "t.gpx:2: a tag has more than 256 attributes or 64 KiB; accepted: "), "\(file.prefix(40))"
      )
    }
    // Text is not a tag, whatever its length.
    let signs = String(repeating: "= > ", count: 30_000)
    let text = "<gpx><!-- < \(signs) --><![CDATA[ < \(signs)]]></gpx>"
    #expect(refusal(text, "t.gpx").hasPrefix("t.gpx: "))
  }

  @Test("A gzipped file that unpacks to two hundred times its size is refused early")
  func bomb() throws {
    // Zeros shrink by a factor of a thousand; up to 64 MiB are accepted at any ratio.
    let folder = try Workplace()
    let plain = try folder.write(Data(count: (1 << 26) + (1 << 20)), to: "zeros")
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", plain]
    try gzip.run()
    gzip.waitUntilExit()
    let zeros = try Data(contentsOf: URL(fileURLWithPath: plain + ".gz"))
    #expect(zeros.count < 1 << 17)
    let result = Gunzip(zeros, limit: 1 << 30)
    #expect(result.ending == .ratioReached && result.bytes.count == 1 << 26)
    #expect(Gunzip(zeros, limit: 1 << 20).ending == .limitReached)
  }

  @Test("Something else behind gzip's mark is a damaged file, not an empty one")
  func notGzip() throws {
    let place = try Workplace()
    let path = try place.write(
      Data([0x1F, 0x8B] + [UInt8](repeating: 0x55, count: 300)), to: "t.gz")
    #expect(message { try Trace.read(path: path) } == path + ": the gzipped file is damaged")
  }

  @Test("GMT is a time zone", arguments: ["GMT", "UTC"])
  func greenwich(zone: String) throws {
    let options = try TraceOptions(
      trajectory: nil, origin: nil, start: "2026-07-01T06:30", timeZone: zone)
    #expect(options.start?.description == "2026-07-01T06:30:00Z")
  }

  @Test("An option that a format has no use for is refused")
  func unusedOptions() throws {
    let text = gpx(track([("1", "2", "08:00:00"), ("1", "2", "08:00:05")]))
    var named = TraceOptions(trajectory: "walk")
    let placed = TraceOptions(origin: Coordinate(latitude: 1, longitude: 2))
    for (text, name, options, words) in [
      (text, "t.gpx", named, "t.gpx: the trajectory is 'walk', but this format names none"),
      (
        text, "t.gpx", placed, "t.gpx: an origin is given, but this format has positions in degrees"
      ),
      (
        "time,lat,lon\n1,2,3\n2,2,3\n", "t.csv", placed,
        "t.csv:1: an origin is given, but the positions are in degrees"
      ),
    ] {
      let said = message { try readTrace(text, name, options: options) }
      #expect(said.contains(words + "; accepted: the option left out"), "\(said)")
    }
    named.trajectory = "all"
    #expect(try readTrace(text, "t.gpx", options: named).points.count == 2)
  }

  @Test("Options on the command line are judged by themselves")
  func options() {
    #expect(
      message {
        try TraceOptions(trajectory: nil, origin: "95,1", start: nil, timeZone: nil)
      }
        == "'--origin' is [95.0, 1.0]; accepted: latitude from -90 to 90, longitude from -180 to 180"
    )
    #expect(
      message {
        try TraceOptions(trajectory: nil, origin: nil, start: "now", timeZone: nil)
      } == "'--start' is 'now'; accepted: a date and time such as 2026-03-02T06:30:00 "
        + "or 2026-03-02T06:30:00Z")
    #expect(
      message {
        try TraceOptions(trajectory: nil, origin: nil, start: nil, timeZone: "Europe/Berln")
      } == "'--time-zone' is 'Europe/Berln'; accepted: a region's name such as Europe/Berlin, UTC, "
        + "GMT, or an offset such as UTC+1; did you mean 'Europe/Berlin'?")
  }
}
