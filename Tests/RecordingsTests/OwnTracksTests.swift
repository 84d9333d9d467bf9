import TestSupport
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading OwnTracks' recordings")
struct OwnTracksTests {
  static let recording = """
    2026-03-02T08:10:00Z\t*                 \t{"_type":"location","lat":52.5,"lon":13.4,"tst":1772438460,"acc":12,"vel":30,"cog":45,"alt":40}
    2026-03-02T08:10:01Z\t*                 \t{"_type":"location","lat":52.6,"lon":13.4,"tst":1772438400,"acc":0,"cog":-1}
    2026-03-02T08:10:02Z\tlwt               \t{"_type":"lwt","tst":"1772438000"}

    """

  @Test("Fixes are put into the order of their own times; other messages are left out")
  func messages() throws {
    let trace = try readTrace(OwnTracksTests.recording, "me.rec")
    #expect(trace.points.map(\.coordinate.latitude) == [52.6, 52.5])
    #expect(trace.points.map(\.horizontalAccuracyMeters) == [nil, 12])
    #expect(trace.points.map(\.courseDegrees) == [nil, 45])
    #expect(trace.points[1].altitudeMeters == 40)
    #expect(trace.points[1].speedMetersPerSecond == nil)
    #expect(trace.remarks == ["1 message without a position was left out."])
  }

  @Test("JSON alone, one message a line, is read too")
  func json() throws {
    let lines = OwnTracksTests.recording.split(separator: "\n").map { $0.split(separator: "\t")[2] }
    let trace = try readTrace(lines.joined(separator: "\n"), "me.json")
    #expect(trace.points.count == 2)
  }

  @Test("What is wrong is told with its line")
  func refusals() {
    func refusal(_ from: String, _ to: String) -> String {
      traceRefusal(OwnTracksTests.recording.replacing(from, with: to), "me.rec")
    }
    #expect(
      refusal("\"lat\":52.6", "\"lat\":152.6") == "me.rec:2: the position is 152.6, 13.4; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal("\"tst\":1772438400,", "") == "me.rec:2: a location lacks 'lat', 'lon' or 'tst', "
        + "or one of them is not a number; accepted: degrees, and seconds since 1970")
    #expect(
      refusal("\"cog\":-1}", "\"cog\":-1") == "me.rec:2: the message is not well-formed JSON, "
        + "or the file ends too early; accepted: a message of OwnTracks")
    #expect(
      refusal("{\"_type\":\"lwt\",\"tst\":\"1772438000\"}", "bye").hasPrefix(
        "me.rec:3: the line is"))
  }

  @Test(
    "The real recording is read: 23 positions",
    .enabled(if: dataFolder != nil, "no recordings here"))
  func real() throws {
    let path = try #require(dataFolder).appendingPathComponent(
      "ios-location/owntracks-demo-iphone.rec")
    let trace = try Trace.read(path: path.path)
    #expect(trace.points.count == 23)
    #expect(trace.points.first?.time.description == "2015-08-24T05:49:21Z")
    #expect(trace.points.last?.time.description.hasPrefix("2015-08-24T08:40") == true)
  }
}
