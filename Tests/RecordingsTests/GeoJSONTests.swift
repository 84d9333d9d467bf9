import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading GeoJSON")
struct GeoJSONTests {
  static let overland = """
    {"locations": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.6, 45.5]},
     "properties": {"timestamp": "2026-03-02T08:00:00Z", "altitude": 12, "speed": 4, "course": 90,
      "horizontal_accuracy": 5, "motion": ["driving"], "battery_level": 0.8, "wifi": "Home"}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.59, 45.5]},
     "properties": {"timestamp": "2026-03-02T08:01:00Z", "speed": -1, "course": -1,
      "horizontal_accuracy": 12.5, "motion": ["driving", "stationary"]}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.5, 45.5]},
     "properties": {"timestamp": "2026-03-02T08:01:30Z", "action": "visit",
      "arrival_date": "2026-03-02T07:00:00Z", "departure_date": null}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.58, 45.5]},
     "properties": {"timestamp": "2026-03-02T08:02:00+00:00", "motion": ["walking"]}}
    ], "current": {"type": "Feature"}}
    """

  static let line = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature",
       "geometry": {"type": "LineString", "coordinates": [[11.5, 48.1, 520], [11.6, 48.1]]},
       "properties": {"coordTimes": ["2026-03-02T08:00:00Z", 1772438410]}},
      {"type": "Feature", "properties": null,
       "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 0]]]}}
    ]}
    """

  @Test("Overland's batch brings accuracy, speed, course and motion; its visits are left out")
  func overlandBatch() throws {
    let trace = try readTrace(GeoJSONTests.overland, "overland.json")
    #expect(trace.points.map(\.coordinate.longitude) == [-122.6, -122.59, -122.58])
    #expect(trace.points[0].altitudeMeters == 12)
    #expect(trace.points[0].speedMetersPerSecond == 4)
    #expect(trace.points[0].courseDegrees == 90)
    #expect(trace.points.map(\.horizontalAccuracyMeters) == [5, 12.5, nil])
    #expect(trace.points[1].speedMetersPerSecond == nil)
    #expect(trace.points[1].courseDegrees == nil)
    // The motion after the last fix is unknown; at the middle fix the phone was not certain.
    #expect(trace.points.map(\.onward) == [.moving(.automotive), .unknown, .unknown])
    #expect(
      trace.remarks == [
        "1 feature other than a position, such as a visit, was left out.",
        "The recording has 1 battery reading, of 80 %.",
      ])
  }

  @Test("A battery level that is no share is left out, and the remark names it")
  func batteryInPercent() throws {
    let file = GeoJSONTests.overland.replacing(
      "\"battery_level\": 0.8", with: "\"battery_level\": 80")
    let trace = try readTrace(file, "overland.json")
    #expect(trace.battery.isEmpty)
    #expect(
      trace.remarks.contains(
        "1 battery level outside of 0 to 1, such as 80.0, was left out."))
  }

  @Test("A battery level has the time of recording, as in a CSV of the same records")
  func batteryTime() throws {
    let file = GeoJSONTests.overland.replacing(
      "\"battery_level\": 0.8",
      with: "\"battery_level\": 0.8, \"recorded_at\": \"2026-03-02T08:00:40Z\"")
    let trace = try readTrace(file, "overland.json")
    #expect(trace.battery.map(\.time.description) == ["2026-03-02T08:00:40Z"])
  }

  @Test("What a phone took its motion to be says nothing about a gap after it")
  func motionBeforeGap() throws {
    let late = GeoJSONTests.overland.replacing("T08:01:00Z", with: "T08:06:00Z")
      .replacing("T08:02:00", with: "T08:07:00")
    let trace = try readTrace(late, "overland.json")
    #expect(trace.points.map(\.onward) == [.unknown, .unknown, .unknown])
  }

  @Test("A line with a time for each coordinate is a way, whatever the form of the times")
  func lineString() throws {
    let trace = try readTrace(GeoJSONTests.line, "line.geojson")
    #expect(trace.points.map(\.coordinate.latitude) == [48.1, 48.1])
    #expect(trace.points[0].altitudeMeters == 520)
    #expect(trace.points[1].time - trace.points[0].time == .seconds(10 as Int64))
    let nested = try readTrace(
      """
      {"geometry": {"type": "MultiLineString", "coordinates": [[[2, 1], [2, 2]], [[3, 3], [4, 4]]]},
       "properties": {"coordinateProperties": {"times": [
         ["2026-03-02T08:00:00Z", "2026-03-02T08:00:10Z"],
         ["2026-03-02T09:00:00Z", "2026-03-02T09:00:10Z"]]}}, "type": "Feature"}
      """, "nested.json")
    #expect(nested.points.map(\.coordinate.latitude) == [1, 2, 3, 4])
    #expect(nested.points.map(\.startsSegment) == [true, false, true, false])
  }

  @Test("Features come in a list, or one a line, too")
  func otherForms() throws {
    let first =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":10}}"#
    let second = first.replacing("10}", with: "20}")
    for text in ["[\(first), \(second)]", first + "\n" + second, "\u{1E}\(first)\n\u{1E}\(second)"]
    {
      let trace = try readTrace(text, "t.json")
      #expect(trace.points.map(\.time.secondsSince1970) == [10, 20])
    }
  }

  @Test("Several phones in one file are told apart by device_id")
  func devices() throws {
    func feature(_ time: Int, _ device: String, _ latitude: Int) -> String {
      "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, \(latitude)]},"
        + "\"properties\": {\"time\": \(time), \"device_id\": \"\(device)\"}}"
    }
    let features = [(10, "a", 1), (10, "b", 5), (20, "a", 2), (20, "b", 6)].map(feature)
    let text = "{\"features\": [\(features.joined(separator: ",\n"))]}"
    let chosen = try readTrace(text, "t.json", options: TraceOptions(trajectory: "b"))
    #expect(chosen.points.map(\.coordinate.latitude) == [5, 6])
    #expect(
      traceRefusal(text, "t.json") == "t.json: the file holds 2 trajectories; accepted: "
        + "--trajectory, or 'trajectory:' under 'replay:', with all or one of a, b")
  }

  @Test("What is wrong is told with the line of the feature")
  func messages() {
    func collection(_ feature: String) -> String { "{\"features\": [\n\(feature)\n]}" }
    func point(_ coordinates: String, _ properties: String) -> String {
      collection(
        "{\"geometry\": {\"type\": \"Point\", \"coordinates\": \(coordinates)}, "
          + "\"properties\": \(properties)}")
    }
    func refusal(_ text: String) -> String { traceRefusal(text, "t.json") }
    #expect(
      refusal(point("[200, 1]", "{\"time\": 1}")) == "t.json:2: the position is 1.0, 200.0; "
        + "accepted: latitude from -90 to 90, longitude from -180 to 180")
    #expect(
      refusal(point("[2]", "{\"time\": 1}"))
        == "t.json:2: a position is a list of 1; accepted: [longitude, latitude]")
    #expect(
      refusal(point("[2, 3]", "{\"time\": \"noon\"}"))
        == "t.json:2: the time is 'noon'; accepted: \(RecordedTime.accepted)")
    #expect(
      refusal(point("[2, \"x\"]", "{\"time\": 1}"))
        == "t.json:2: 'geometry.coordinates.[1]' has the wrong type")
    #expect(
      refusal(point("[2, 3]", "{}")) == "t.json: its points have no times; "
        + "accepted: a recording of at least two points with times")
    #expect(
      refusal(GeoJSONTests.line.replacing(", 1772438410", with: ""))
        == "t.json:2: a line has 2 coordinates and 1 times; accepted: a time for each coordinate"
    )
    #expect(
      refusal(GeoJSONTests.line.replacing("1772438410", with: "\"2026-03-02T06:00:00Z\""))
        .hasPrefix("t.json:2: the time runs backwards: "))
    #expect(
      refusal(String(GeoJSONTests.overland.prefix(500)))
        == "t.json:7: the file ends in the middle of the JSON; was it copied whole?")
    #expect(
      refusal("{\"features\": [{} {}]}")
        == "t.json:1: not well-formed JSON: '{' is not allowed here")
    #expect(
      refusal("{\"features\": []}") == "t.json: it has no points; "
        + "accepted: a recording of at least two points with times")
    #expect(
      refusal("{\"version\": 3, \"markers\": []}")
        == "t.json: JSON of this kind is not a supported "
        + "format; accepted: \(TraceFormat.accepted)")
    #expect(refusal("[]").hasPrefix("t.json: JSON of this kind is not a supported format"))
    #expect(refusal("{").hasPrefix("t.json: JSON of this kind is not a supported format"))
  }
}
