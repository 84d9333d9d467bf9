import Foundation
import Geodesy
import LiveTestSupport
import Synchronization
import Testing
import Text
import Timekeeping
import World

@testable import LivePhone

@Suite("Recordings of receivers")
struct RecordingTests {
  static let start = Instant(nanoseconds: 1_772_438_400_000_000_000)  // 2026-03-02T08:00:00Z

  static func fix(
    _ seconds: Double, latitude: Double = 52.5, device: String? = "/dev/ttyACM0"
  ) -> GPSDEvent {
    .position(
      PositionReport(
        device: device, mode: .threeDimensional, time: start + .seconds(seconds),
        coordinate: Coordinate(latitude: latitude, longitude: 13.400000001), altitudeMeters: 40.5,
        ellipsoidalHeightMeters: 80, speedMetersPerSecond: 1.25, courseDegrees: 90.5,
        climbMetersPerSecond: -0.5, horizontalAccuracyMeters: 4.5, verticalAccuracyMeters: 9,
        speedAccuracyMetersPerSecond: 0.5, courseAccuracyDegrees: 10))
  }

  static let noFix = GPSDEvent.position(PositionReport(device: "/dev/ttyACM0", mode: .none))

  static let sky = GPSDEvent.sky(
    SkyReport(
      device: "/dev/ttyACM0", time: start,
      satellites: [
        Satellite(
          prn: 2, gnss: .gps, elevationDegrees: 45, azimuthDegrees: 180, signalDecibelHertz: 38.5,
          isUsed: true),
        Satellite(prn: 67, gnss: .glonass, isUsed: false),
      ], horizontalDilution: 1.25))

  static let endings = ["gpx", "geojson", "jsonl"]

  @discardableResult
  static func record(_ events: [GPSDEvent], to path: String) throws -> Recording {
    let recording = try Recording(path: path)
    for event in events { recording.write(event) }
    try recording.close()
    return recording
  }

  private func text(_ events: [GPSDEvent], _ ending: String) throws -> String {
    let folder = TemporaryFolder()
    try Self.record(events, to: folder.path + "/t." + ending)
    return try String(contentsOfFile: folder.path + "/t." + ending, encoding: .utf8)
  }

  // MARK: The formats

  @Test(
    "GPX has what the receiver said, in the order that GPX prescribes, and a segment after a gap")
  func gpx() throws {
    let plain = GPSDEvent.position(
      PositionReport(
        device: "/dev/ttyACM0", mode: .twoDimensional,
        coordinate: Coordinate(latitude: 0.00001, longitude: -13)))
    #expect(
      try text([Self.sky, Self.fix(0), Self.noFix, plain], "gpx") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
        xmlns:odograph="urn:odograph:gpx">
        <trk><trkseg>
        <trkpt lat="52.500000000" lon="13.400000001"><ele>40.500</ele>\
        <time>2026-03-02T08:00:00.000Z</time><geoidheight>39.500</geoidheight><fix>3d</fix>\
        <sat>1</sat><hdop>1.25</hdop><extensions><gpxtpx:TrackPointExtension>\
        <gpxtpx:speed>1.250</gpxtpx:speed><gpxtpx:course>90.50</gpxtpx:course>\
        </gpxtpx:TrackPointExtension><odograph:accuracy>4.500</odograph:accuracy>\
        <odograph:verticalAccuracy>9.000</odograph:verticalAccuracy>\
        <odograph:speedAccuracy>0.500</odograph:speedAccuracy>\
        <odograph:courseAccuracy>10.00</odograph:courseAccuracy>\
        <odograph:climb>-0.500</odograph:climb><odograph:sky>\
        <odograph:satellite prn="2" gnss="gps" elevation="45.0" azimuth="180.0" signal="38.5" \
        used="true"/><odograph:satellite prn="67" gnss="glonass" used="false"/>\
        </odograph:sky></extensions></trkpt>
        </trkseg><trkseg>
        <trkpt lat="0.000010000" lon="-13.000000000"><fix>2d</fix><sat>1</sat><hdop>1.25</hdop>\
        <extensions></extensions></trkpt>
        </trkseg></trk></gpx>

        """)
  }

  @Test("GeoJSON is a collection of points with what the receiver said")
  func geoJSON() throws {
    #expect(
      try text([Self.sky, Self.fix(0), Self.fix(61.25)], "geojson") == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[13.400000001,52.5]},\
        "properties":{"device_id":"/dev/ttyACM0","timestamp":"2026-03-02T08:00:00.000Z","mode":3,\
        "altitude":40.5,"ellipsoidal_height":80.0,"speed":1.25,"course":90.5,"climb":-0.5,\
        "horizontal_accuracy":4.5,"vertical_accuracy":9.0,"speed_accuracy":0.5,\
        "course_accuracy":10.0,"satellites_used":1,"horizontal_dilution":1.25,\
        "sky":[{"prn":2,"gnss":"gps","elevation":45.0,"azimuth":180.0,"signal":38.5,"used":true},\
        {"prn":67,"gnss":"glonass","used":false}]}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[13.400000001,52.5]},\
        "properties":{"device_id":"/dev/ttyACM0","timestamp":"2026-03-02T08:01:01.250Z","mode":3,\
        "altitude":40.5,"ellipsoidal_height":80.0,"speed":1.25,"course":90.5,"climb":-0.5,\
        "horizontal_accuracy":4.5,"vertical_accuracy":9.0,"speed_accuracy":0.5,\
        "course_accuracy":10.0,"satellites_used":1,"horizontal_dilution":1.25,"after_gap":true}}
        ]}

        """)
  }

  @Test("Lines of JSON are reports as gpsd prints them, also without a fix")
  func jsonLines() throws {
    #expect(
      try text([Self.sky, Self.noFix, Self.fix(0)], "jsonl") == """
        {"class":"SKY","device":"/dev/ttyACM0","time":"2026-03-02T08:00:00.000Z","hdop":1.25,\
        "nSat":2,"uSat":1,"satellites":[\
        {"PRN":2,"gnssid":0,"el":45.0,"az":180.0,"ss":38.5,"used":true},\
        {"PRN":67,"gnssid":6,"used":false}]}
        {"class":"TPV","device":"/dev/ttyACM0","mode":1}
        {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-03-02T08:00:00.000Z",\
        "lat":52.5,"lon":13.400000001,"altHAE":80.0,"altMSL":40.5,"eph":4.5,"epv":9.0,\
        "track":90.5,"epd":10.0,"speed":1.25,"eps":0.5,"climb":-0.5}

        """)
  }

  @Test("The three formats are read as the same trace", arguments: endings)
  func asTrace(_ ending: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t." + ending
    try Self.record([Self.sky, Self.fix(0), Self.fix(1.25, latitude: 52.500000001)], to: path)
    let points = try Trace.read(path: path).points
    #expect(points.map(\.time) == [Self.start, Self.start + .milliseconds(1250)])
    #expect(points.map(\.coordinate.latitude) == [52.5, 52.500000001])
    #expect(points.map(\.coordinate.longitude) == [13.400000001, 13.400000001])
    #expect(points.map(\.altitudeMeters) == [40.5, 40.5])
    #expect(points.map(\.speedMetersPerSecond) == [1.25, 1.25])
    #expect(points.map(\.courseDegrees) == [90.5, 90.5])
    #expect(points.map(\.horizontalAccuracyMeters) == [4.5, 4.5])
  }

  @Test(
    "A segment begins after a lost fix, a lost receiver, a lost gpsd, a clock that was set, a minute",
    arguments: [
      ([noFix], 2.0), ([.device(path: "/dev/ttyACM0", isActive: false)], 2.0),
      ([.disconnected(reason: "", retriesAfter: nil)], 2.0), ([], -60.0), ([], 62.0),
    ] as [([GPSDEvent], Double)])
  func gaps(_ between: [GPSDEvent], _ seconds: Double) throws {
    let text = try text([Self.fix(0)] + between + [Self.fix(seconds)], "gpx")
    #expect(text.split(separator: "<trkseg>").count == 3)
  }

  @Test("No segment begins at a mode 3 without a position, at half a second back, or after 59 s")
  func noGaps() throws {
    let vague = GPSDEvent.position(
      PositionReport(device: "/dev/ttyACM0", mode: .threeDimensional))
    let text = try text(
      [Self.fix(0), vague, Self.fix(-0.5), Self.fix(58.5), .rejected("")], "gpx")
    #expect(text.split(separator: "<trkseg>").count == 2)
  }

  @Test("Of two receivers GPX has the first, until it has been silent for ten seconds")
  func twoReceivers() throws {
    let now = Clock()
    let folder = TemporaryFolder()
    let path = folder.path + "/t.gpx"
    let recording = try Recording(path: path, writer: GPXRecordingWriter { now.time })
    for second in 0..<30 {
      now.time = .seconds(Int64(second))
      if second < 5 { recording.write(Self.fix(Double(second), latitude: 1, device: "a")) }
      recording.write(Self.fix(Double(second), latitude: 2, device: "b"))
    }
    try recording.close()
    let latitudes = try Trace.read(path: path).points.map(\.coordinate.latitude)
    // The last report of the first receiver was at 4 s.
    #expect(latitudes == Array(repeating: 1, count: 5) + Array(repeating: 2, count: 15))
    let all = folder.path + "/t.jsonl"
    try Self.record([Self.fix(0, device: "a"), Self.fix(0, device: "b")], to: all)
    #expect(throws: InputError.self) { try Trace.read(path: all) }
  }

  @Test(
    "A time that comes twice is told once, also where the file had it before", arguments: endings)
  func overlap(_ ending: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t." + ending
    func at(_ seconds: Double) -> Instant { Self.start + .seconds(seconds) }
    func news(_ seconds: [Double]) throws -> [RecordingNotice] {
      let recording = try Recording(path: path)
      let news = seconds.flatMap { recording.write(Self.fix($0)) }
      try recording.close()
      #expect((recording.overlap != nil) == !news.isEmpty)
      return news
    }
    // A small step back is ignored; a step to before the start does not go into this recording.
    #expect(try news([0, 10, 9.5, 11, -1000, -995]) == [])
    #expect(try Trace.read(path: path).points.count == 5)
    #expect(try news([12, 13]) == [])
    #expect(
      try news([14, 5, 6, 4]) == [
        .overlap(.init(device: "/dev/ttyACM0", time: at(5), last: at(14)))
      ])
    // Steps back of less than a minute are left out when the recording is read. Of gpsd's reports
    // the three points of the first start are left out too: they lie within the later segment.
    #expect(try Trace.read(path: path).points.count == (ending == "jsonl" ? 5 : 8))
    #expect(
      try news([2, 3]) == [.overlap(.init(device: "/dev/ttyACM0", time: at(2), last: at(4)))])
  }

  @Test("A clock that was set back to before what is there, and then comes to it, is told too")
  func overlapLater() {
    var times = RecordedTimes()
    let found = [0, 10, 20, -5, -1, 0.5, 1, 2].map {
      times.add(Self.start + .seconds($0), of: "a")
    }
    #expect(found == [false, false, false, false, false, false, true, false])
    #expect(
      times.overlap
        == .init(device: "a", time: Self.start + .seconds(1.0), last: Self.start + .seconds(20.0)))
    var two = RecordedTimes()
    let others = ["a", "b"].map { two.add(Self.start, of: $0) }
    #expect(others == [false, false] && two.overlap == nil)
  }

  // MARK: What may happen to the file

  @Test("A recording that is gone on with has what was there, then a gap", arguments: endings)
  func resumed(_ ending: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t." + ending
    #expect(try !Self.record([Self.fix(0), Self.fix(1)], to: path).isResumed)
    let second = try Self.record([Self.fix(2)], to: path)
    #expect(second.isResumed)
    #expect(second.positionCount == 1)
    #expect(try Trace.read(path: path).points.count == 3)
    if ending == "gpx" {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.split(separator: "<trkseg>").count == 3)
    }
  }

  @Test("The file is whole after every report, without being closed", arguments: endings)
  func wholeAtAnyTime(_ ending: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t." + ending
    let recording = try Recording(path: path)
    for second in 0..<5 {
      recording.write(Self.fix(Double(second)))
      if second > 0 { #expect(try Trace.read(path: path).points.count == second + 1) }
    }
    try recording.close()
  }

  @Test("A file cut at any byte is mended when it is opened again", arguments: endings)
  func cutAnywhere(_ ending: String) throws {
    let folder = TemporaryFolder()
    let whole = folder.path + "/whole." + ending
    try Self.record([Self.sky, Self.fix(0), Self.noFix, Self.fix(1), Self.fix(2)], to: whole)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    var keptMost = 0
    for length in 0...bytes.count {
      let path = folder.path + "/cut." + ending
      // Zeros: space that a disk allocated and did not fill.
      let padding = length % 3 == 0 ? Data(count: 100) : Data()
      try (bytes.prefix(length) + padding).write(to: URL(fileURLWithPath: path))
      try Self.record([Self.fix(10), Self.fix(11)], to: path)
      let points = try Trace.read(path: path).points
      let kept = points.count - 2
      #expect(kept >= keptMost && kept <= 3)
      keptMost = max(keptMost, kept)
      #expect(points.suffix(2).map(\.time) == [10, 11].map { Self.start + .seconds($0 as Int64) })
    }
    #expect(keptMost == 3)
  }

  @Test("Lines of JSON are read up to the cut even before they are mended")
  func cutLines() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t.jsonl"
    try Self.record([Self.fix(0), Self.fix(1), Self.fix(2)], to: path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.dropLast(20).write(to: URL(fileURLWithPath: path))
    #expect(try Trace.read(path: path).points.count == 2)
  }

  @Test("What is no recording of ours is left as it is", arguments: endings)
  func foreign(_ ending: String) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t." + ending
    let line =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
    for text in [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx><trk></trk></gpx>\n", "hello\n", "hello",
      #"{"type":"FeatureCollection","features":[\#(line)]}"#,
      "{\"type\":\"FeatureCollection\",\"features\":[\n{ \"type\": \"Feature\"\n}]}",
      "{\"_type\":\"location\"}\n", "{\"class\":\"TPV\"}\n$GPGGA,1,2\n",
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: RecordingError.foreign(path: path)) { try Recording(path: path) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test("Two recorders on one file are refused")
  func locked() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t.gpx"
    let first = try Recording(path: path)
    #expect(throws: RecordingError.inUse(path: path)) { try Recording(path: path) }
    first.write(Self.fix(0))
    try first.close()
    try Recording(path: path).close()
  }

  @Test("What cannot be a recording is refused")
  func unusable() throws {
    let folder = TemporaryFolder()
    #expect(throws: RecordingError.unknownEnding(path: "walk.txt")) {
      try Recording(path: "walk.txt")
    }
    let absent = folder.path + "/absent/t.gpx"
    #expect(
      throws: RecordingError.cannotOpen(path: absent, reason: "No such file or directory")
    ) { try Recording(path: absent) }
    let place = folder.path + "/folder.gpx"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    #expect(throws: RecordingError.cannotOpen(path: place, reason: "Is a directory")) {
      try Recording(path: place)
    }
    let pipe = folder.path + "/pipe.gpx"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: RecordingError.cannotOpen(path: pipe, reason: "it is not an ordinary file")) {
      try Recording(path: pipe)
    }
  }

  @Test(
    "A file that is gone is made anew when it can be, and what is missing is told",
    arguments: endings)
  func stopsAndGoesOn(_ ending: String) async throws {
    try await onOwnThread {
      let now = Clock()
      let folder = TemporaryFolder()
      let place = folder.path + "/disk"
      let path = place + "/t." + ending
      func plug(_ isIn: Bool) throws {
        if isIn {
          try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        } else {
          try FileManager.default.removeItem(atPath: place)
        }
      }
      try plug(true)
      let writer = try #require(RecordingFormat(path: path)).writer()
      let recording = try Recording(path: path, writer: writer, uptime: { now.time })
      recording.write(Self.fix(0))
      try plug(false)
      recording.write(Self.fix(1))
      try waitUntil { recording.trouble != nil }
      let removed = RecordingError.cannotWrite(path: path, reason: "it was removed")
      #expect(recording.write(Self.fix(2)) == [.stopped(removed)])
      now.time += .milliseconds(999)
      #expect(recording.write(Self.fix(3)) == [] && recording.trouble == removed)
      now.time += .milliseconds(1)
      let noFolder = RecordingError.cannotOpen(path: path, reason: "No such file or directory")
      #expect(recording.write(Self.fix(4)) == [.stopped(noFolder)])
      // The gap is two seconds this time.
      try plug(true)
      now.time += .seconds(1.9)
      #expect(recording.write(Self.fix(5)) == [])
      now.time += .seconds(0.1)
      let back = recording.write(Self.sky) + recording.write(Self.fix(6))
      #expect(back == [.wentOn(missedPositionCount: 4)])
      recording.write(Self.fix(7))
      try recording.close()
      #expect(recording.missedPositionCount == 4)
      let points = try Trace.read(path: path).points
      #expect(points.map(\.time) == [6, 7].map { Self.start + .seconds($0 as Int64) })
    }
  }

  @Test("Nothing is written after it was closed, and closing again is fine")
  func closed() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/t.jsonl"
    let recording = try Self.record([Self.fix(0)], to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    recording.write(Self.fix(1))
    try recording.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }
}

/// A clock that a test sets.
private final class Clock: Sendable {
  private let stored = Mutex(TimeSpan.zero)
  var time: TimeSpan {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
