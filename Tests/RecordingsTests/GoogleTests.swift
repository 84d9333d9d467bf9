import TestSupport
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading Google's exports")
struct GoogleTests {
  static let month = """
    {"timelineObjects": [
      {"placeVisit": {"location": {"latitudeE7": 525200000, "longitudeE7": 134050000,
        "name": "Library", "semanticType": "TYPE_UNKNOWN"},
        "duration": {"startTimestamp": "2026-03-02T08:00:00.5Z",
          "endTimestamp": "2026-03-02T09:00:00Z"}}},
      {"activitySegment": {"startLocation": {"latitudeE7": 525201000, "longitudeE7": 134051000},
        "endLocation": {}, "activityType": "CYCLING", "distance": 4000,
        "duration": {"startTimestamp": "2026-03-02T09:00:00Z",
          "endTimestamp": "2026-03-02T09:20:00Z"},
        "simplifiedRawPath": {"points": [
          {"latE7": 525250000, "lngE7": 134000000, "accuracyMeters": 9,
            "timestamp": "2026-03-02T09:08:00Z"},
          {"latE7": 525300000, "lngE7": 133950000, "timestampMs": "1772443000000"}]}}},
      {"placeVisit": {"location": {"latitudeE7": 525350000, "longitudeE7": 4294967295,
        "semanticType": "TYPE_HOME"},
        "duration": {"startTimestampMs": "1772443800000", "endTimestampMs": "1772470800000"}}},
      {"placeVisit": {"duration": {"startTimestamp": "2026-03-02T20:00:00Z",
        "endTimestamp": "2026-03-02T21:00:00Z"}}}
    ]}
    """

  static let android = """
    {"semanticSegments": [
      {"startTime": "2026-03-02T09:00:00.000+01:00", "endTime": "2026-03-02T10:00:00.000+01:00",
        "visit": {"hierarchyLevel": 0, "topCandidate": {"semanticType": "INFERRED_WORK",
          "placeLocation": {"latLng": "52.52°, 13.405°"}}}},
      {"startTime": "2026-03-02T09:10:00.000+01:00", "endTime": "2026-03-02T09:30:00.000+01:00",
        "visit": {"hierarchyLevel": 1, "topCandidate": {
          "placeLocation": {"latLng": "52.521°, 13.405°"}}}},
      {"startTime": "2026-03-02T10:00:00.000+01:00", "endTime": "2026-03-02T10:12:00.000+01:00",
        "activity": {"start": {"latLng": "52.52°, 13.405°"}, "end": {"latLng": "52.53°, 13.41°"},
          "distanceMeters": 1200, "topCandidate": {"type": "WALKING", "probability": 0.9}}},
      {"startTime": "2026-03-02T09:00:00.000+01:00", "endTime": "2026-03-02T11:00:00.000+01:00",
        "timelinePath": [{"point": "52.52°, 13.4051°", "time": "2026-03-02T09:30:00.000+01:00"},
          {"point": "52.525°, 13.407°", "time": "2026-03-02T10:06:00.000+01:00"}]},
      {"startTime": "2026-03-02T11:00:00.000+01:00", "endTime": "2026-03-03T11:00:00.000+01:00",
        "timelineMemory": {}}
    ], "rawSignals": [{"position": {"LatLng": "52.5°, 13.4°"}}], "userLocationProfile": {}}
    """

  static let iPhone = """
    [
      {"endTime": "2026-03-02T10:00:00.000+01:00", "startTime": "2026-03-02T09:00:00.000+01:00",
       "visit": {"hierarchyLevel": "0", "probability": "0.79", "topCandidate":
        {"semanticType": "Home", "placeLocation": "geo:52.52,13.405", "probability": "0.5"}}},
      {"endTime": "2026-03-02T10:12:00.000+01:00", "startTime": "2026-03-02T10:00:00.000+01:00",
       "activity": {"start": "geo:52.52,13.405", "end": "geo:52.6,13.6",
        "topCandidate": {"type": "in train", "probability": "0.0"}, "distanceMeters": "900.5"}},
      {"startTime": "2026-03-02T10:00:00.000+01:00", "endTime": "2026-03-02T12:00:00.000+01:00",
       "timelinePath": [{"point": "geo:52.55,13.5", "durationMinutesOffsetFromStartTime": "6"}]}
    ]
    """

  static let records = """
    {"locations": [
      {"latitudeE7": 525200000, "longitudeE7": 134050000, "accuracy": 20, "velocity": 3,
       "heading": 90, "altitude": 44, "timestamp": "2026-03-02T08:00:00.123Z", "source": "WIFI",
       "activity": [{"activity": [{"type": "STILL", "confidence": 100}]}]},
      {"latitudeE7": 525210000, "longitudeE7": 134060000, "timestampMs": "1772438460000"},
      {"timestampMs": "1772438470000"}
    ]}
    """

  private func times(_ trace: Trace) -> [String] {
    trace.points.map { String($0.time.description.dropFirst(11)) }
  }

  @Test("A month is visits, known from end to end, and ways with their mode and points")
  func monthFile() throws {
    let trace = try readTrace(GoogleTests.month, "2026_MARCH.json")
    // The path's first point lies at the visit's last instant and adds nothing.
    #expect(
      times(trace) == [
        "08:00:00Z", "09:00:00Z", "09:08:00Z", "09:16:40Z", "09:30:00Z", "17:00:00Z",
      ])
    #expect(
      trace.points.map(\.onward) == [
        .staying, .moving(.cycling), .moving(.cycling), .moving(.cycling), .staying, .unknown,
      ])
    #expect(trace.points[1].coordinate == trace.points[0].coordinate)
    #expect(trace.points[2].horizontalAccuracyMeters == 9)
    // Takeout once wrote negative degrees without their sign.
    #expect(abs(trace.points[4].coordinate.longitude + 1e-7) < 1e-12)
    #expect(trace.places.map(\.name) == ["Library", "home"])
    #expect(
      trace.remarks == [
        "1 visit without a place was left out.",
        "1 points within visits were left out: the visits cover them.",
      ])
  }

  @Test("An Android phone's Timeline is read likewise; visits within visits are left out")
  func androidTimeline() throws {
    let trace = try readTrace(GoogleTests.android, "Timeline.json")
    #expect(times(trace) == ["08:00:00Z", "09:00:00Z", "09:06:00Z", "09:12:00Z"])
    #expect(
      trace.points.map(\.onward) == [
        .staying, .moving(.walking), .moving(.walking), .unknown,
      ])
    #expect(trace.points[2].coordinate.latitude == 52.525)
    #expect(trace.places.map(\.name) == ["work"])
  }

  @Test("So is an iPhone's, with its numbers as text")
  func iPhoneTimeline() throws {
    let trace = try readTrace(GoogleTests.iPhone, "location-history.json")
    #expect(times(trace) == ["08:00:00Z", "09:00:00Z", "09:06:00Z", "09:12:00Z"])
    #expect(
      trace.points.map(\.onward) == [.staying, .moving(.train), .moving(.train), .unknown])
    #expect(trace.places.map(\.name) == ["home"])
  }

  @Test("Raw records are points and nothing more")
  func rawRecords() throws {
    let trace = try readTrace(GoogleTests.records, "Records.json")
    #expect(times(trace) == ["08:00:00Z", "08:01:00Z"])
    #expect(trace.points[0].speedMetersPerSecond == 3)
    #expect(trace.points[0].courseDegrees == 90)
    #expect(trace.points[0].altitudeMeters == 44)
    #expect(trace.points.map(\.horizontalAccuracyMeters) == [20, nil])
    #expect(trace.remarks == ["1 record without a position was left out."])
  }

  @Test("Visits that overlap are cut, and one within another is left out")
  func overlaps() throws {
    func visit(_ start: String, _ end: String, _ latitude: Int) -> String {
      """
      {"startTime": "2026-03-02T\(start):00Z", "endTime": "2026-03-02T\(end):00Z",
       "visit": {"topCandidate": {"placeLocation": "geo:\(latitude),1"}}}
      """
    }
    let visits = [
      visit("09:00", "11:00", 2), visit("08:00", "10:00", 1), visit("09:10", "09:20", 3),
    ]
    let trace = try readTrace("[\(visits.joined(separator: ","))]", "t.json")
    #expect(times(trace) == ["08:00:00Z", "10:00:00Z", "10:00:00Z", "11:00:00Z"])
    #expect(trace.points.map(\.coordinate.latitude) == [1, 1, 2, 2])
    #expect(
      trace.remarks == ["2 visits began before the previous one ended and were shortened."])
  }

  @Test("What is wrong is told with the line of the entry")
  func messages() {
    func refusal(_ text: String, _ from: String, _ to: String) -> String {
      traceRefusal(text.replacing(from, with: to), "t.json")
    }
    let month = GoogleTests.month
    #expect(
      refusal(month, "2026-03-02T08:00:00.5Z", "2026-03-02T09:30:00Z")
        == "t.json:2: it ends at 2026-03-02T09:00:00Z before it begins at 2026-03-02T09:30:00Z; "
        + "accepted: times in order")
    #expect(
      refusal(month, "525250000", "1925250000") == "t.json:6: the position is 192.525, 13.4; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal(month, "2026-03-02T09:08:00Z", "soon")
        == "t.json:6: a time is 'soon'; accepted: a time such as 2026-03-02T06:30:00Z")
    #expect(
      refusal(month, "\"duration\": {\"startTimestampMs\"", "\"times\": {\"startTimestampMs\"")
        == "t.json:14: 'placeVisit.duration' is missing")
    #expect(
      refusal(GoogleTests.android, "52.53°, 13.41°", "nowhere")
        == "t.json:8: a place is 'nowhere'; accepted: geo:48.1,11.5 or 48.1°, 11.5°")
    #expect(
      refusal(GoogleTests.iPhone, "\"6\"", "\"six\"")
        .hasPrefix(
          "t.json:8: 'timelinePath.[0].durationMinutesOffsetFromStartTime' has the wrong type"))
    #expect(
      refusal(GoogleTests.records, ", \"timestampMs\": \"1772438460000\"", "")
        == "t.json:5: a time is missing; accepted: 2026-03-02T06:30:00Z")
    #expect(
      traceRefusal("{\"timelineObjects\": []}", "t.json").hasPrefix("t.json: it has no points"))
    #expect(
      traceRefusal(String(GoogleTests.android.prefix(700)), "t.json")
        .hasSuffix("the file ends in the middle of the JSON; was it copied whole?"))
  }

  @Test(
    "The real month is read: 51 visits, of which none overlap",
    .enabled(if: dataFolder != nil, "no recordings here"))
  func realMonth() throws {
    let path = try #require(dataFolder).appendingPathComponent("visits-takeout/2013_MAY.json.gz")
    let trace = try Trace.read(path: path.path)
    #expect(trace.points.filter { $0.onward == .staying }.count == 51)
    #expect(trace.points.first?.time.description == "2013-05-09T01:24:28Z")
    #expect(trace.points.last?.time.description == "2013-06-01T16:06:54Z")
    #expect(trace.places.first?.name == "Facebook")
  }
}
