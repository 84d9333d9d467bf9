import Scenarios
import TestSupport
import Testing
import World

@testable import Recordings

/// The check that the points of every reader pass, whatever names the format uses.
@Suite("Figures of a recording's points")
struct PointCheckTests {
  private static func csv(_ column: String, _ value: String) -> (text: String, name: String) {
    (
      "time,lat,lon,\(column)\n2026-03-02T08:00:00Z,45.5,-122.6,5\n"
        + "2026-03-02T08:00:05Z,45.5,-122.6,\(value)\n", "t.csv"
    )
  }

  private static func gpx(_ element: String, _ value: String) -> (text: String, name: String) {
    (
      """
      <gpx version="1.1"><trk><trkseg>
      <trkpt lat="45.5" lon="-122.6"><time>2026-03-02T08:00:00Z</time></trkpt>
      <trkpt lat="45.5" lon="-122.6"><time>2026-03-02T08:00:05Z</time><\(element)>\(value)</\(element)></trkpt>
      </trkseg></trk></gpx>
      """, "t.gpx"
    )
  }

  private static func geoJSON(_ property: String, _ value: String) -> (text: String, name: String) {
    (
      """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.6, 45.5]}, "properties": {"timestamp": "2026-03-02T08:00:00Z"}}
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.6, 45.5]}, "properties": {"timestamp": "2026-03-02T08:00:05Z", "\(property)": \(value)}}
      """, "t.geojson"
    )
  }

  private static func ownTracks(_ key: String, _ value: String) -> (text: String, name: String) {
    (
      """
      {"_type": "location", "lat": 45.5, "lon": -122.6, "tst": 1772438400}
      {"_type": "location", "lat": 45.5, "lon": -122.6, "tst": 1772438405, "\(key)": \(value)}
      """, "t.rec"
    )
  }

  private static func cars(_ attribute: String, _ value: String) -> (text: String, name: String) {
    (
      """
      <fcd-export><timestep time="0"><person id="a" x="-122.60000" y="45.50000"/></timestep>
      <timestep time="5"><person id="a" x="-122.60000" y="45.50000" \(attribute)="\(value)"/></timestep>
      </fcd-export>
      """, "t.xml"
    )
  }

  private static let accuracy =
    "a radius of up to 10000 km in meters, below 0 if unknown"
  private static let speed = "up to 1000 m/s, below 0 if unknown"
  private static let altitude = "-12 km to 100 km in meters"

  static let refused: [(file: (text: String, name: String), message: String)] = [
    (csv("accuracy", "1e308"), ":3: the accuracy is 1e+308; accepted: \(accuracy)"),
    (csv("accuracy", "1e100"), ":3: the accuracy is 1e+100; accepted: \(accuracy)"),
    (csv("accuracy", "-1e300"), ":3: the accuracy is -1e+300; accepted: \(accuracy)"),
    (csv("speed", "1e308"), ":3: the speed is 1e+308; accepted: \(speed)"),
    (csv("speed", "-1e300"), ":3: the speed is -1e+300; accepted: \(speed)"),
    (csv("altitude", "1e308"), ":3: the altitude is 1e+308; accepted: \(altitude)"),
    (
      csv("bearing", "1e308"),
      ":3: the course is 1e+308; accepted: 0 to 360 degrees, below 0 if unknown"
    ),
    (gpx("accuracy", "1e308"), ":3: the accuracy is 1e+308; accepted: \(accuracy)"),
    (gpx("ele", "inf"), ":3: the altitude is inf; accepted: \(altitude)"),
    (gpx("speed", "-1e300"), ":3: the speed is -1e+300; accepted: \(speed)"),
    (geoJSON("horizontal_accuracy", "1e300"), ":2: the accuracy is 1e+300; accepted: \(accuracy)"),
    (geoJSON("altitude", "-1e300"), ":2: the altitude is -1e+300; accepted: \(altitude)"),
    (ownTracks("acc", "1e300"), ":2: the accuracy is 1e+300; accepted: \(accuracy)"),
    (cars("speed", "1e308"), ":2: the speed is 1e+308; accepted: \(speed)"),
  ]

  @Test("A figure that no phone could mean is refused with its line", arguments: refused.indices)
  func refusals(_ index: Int) {
    let row = PointCheckTests.refused[index]
    let options = TraceOptions(start: .init(nanoseconds: 0))
    #expect(
      traceRefusal(row.file.text, row.file.name, options: options) == row.file.name + row.message)
  }

  @Test(
    "What stands for an unknown figure is taken as that",
    arguments: [
      csv("accuracy", "-1"), csv("accuracy", "0"), csv("accuracy", "nan"), csv("speed", "-1"),
      csv("bearing", "-1"), csv("altitude", "-32768"), gpx("ele", "NaN"), gpx("hacc", "-5"),
      geoJSON("horizontal_accuracy", "-1"), geoJSON("speed", "-1"), ownTracks("acc", "0"),
    ])
  func unknown(_ file: (text: String, name: String)) throws {
    let point = try #require(try readTrace(file.text, file.name).points.last)
    #expect(
      point.horizontalAccuracyMeters == nil && point.speedMetersPerSecond == nil
        && point.courseDegrees == nil && point.altitudeMeters == nil)
  }

  @Test(
    "Within a degree of a pole nothing can be reckoned, and a recording is refused",
    arguments: ["90", "-90", "89.99", "-89.01"])
  func poles(_ latitude: String) {
    let text =
      "time,lat,lon\n2026-03-02T08:00:00Z,88.9,10\n2026-03-02T08:00:05Z,\(latitude),10\n"
    #expect(
      traceRefusal(text, "t.csv").hasSuffix(
        "10.0 is within a degree of a pole; accepted: latitude from -89 to 89"))
  }

  @Test("A place within a degree of a pole is refused likewise")
  func polarPlace() {
    #expect(
      message {
        try scenario(
          scenarioText("places: { home: { at: [89.99, 10] }, office: { at: [80, 10] } }"))
      }
        == "day.yaml:5: the position 89.99, 10.0 is within a degree of a pole; accepted: latitude from "
        + "-89 to 89")
  }
}
