import Timekeeping

/// GeoJSON (RFC 7946): a collection of points, one a line, under the names that Overland uses where it has
/// some. What the receiver did not say is left out.
struct GeoJSONRecordingWriter: RecordingWriter {
  private static let opening = #"{"type":"FeatureCollection","features":["#
  private static let beginning = #"{"type":"Feature","geometry":{"type":"Point","coordinates":["#

  let form = RecordingForm(
    opening: opening, closing: "\n]}\n", beginning: beginning, timeMark: #""timestamp":""#,
    isWhole: isWholeJSON)

  private var points = RecordedPoints()
  private var isFirst = true

  mutating func goOn(hasReports: Bool) {
    if hasReports { points.resume() }
    isFirst = !hasReports
  }

  mutating func piece(of event: GPSDEvent) -> RecordedPiece? {
    guard let point = points.point(of: event) else { return nil }
    let separator = isFirst ? "\n" : ",\n"
    isFirst = false
    return RecordedPiece(text: separator + Self.text(of: point), isPosition: true)
  }

  private static func text(of point: RecordedPoints.Point) -> String {
    let (longitude, latitude) = (point.coordinate.longitude, point.coordinate.latitude)
    return beginning + #"\#(longitude),\#(latitude)]},"properties":"# + properties(of: point) + "}"
  }

  private static func properties(of point: RecordedPoints.Point) -> String {
    let report = point.report
    var json = JSONObject()
    json.add("device_id", report.device)
    json.add("timestamp", report.time)
    json.add("mode", report.mode.rawValue)
    json.add("altitude", report.altitudeMeters)
    json.add("ellipsoidal_height", report.ellipsoidalHeightMeters)
    json.add("speed", report.speedMetersPerSecond)
    json.add("course", report.courseDegrees)
    json.add("climb", report.climbMetersPerSecond)
    json.add("horizontal_accuracy", report.horizontalAccuracyMeters)
    json.add("vertical_accuracy", report.verticalAccuracyMeters)
    json.add("speed_accuracy", report.speedAccuracyMetersPerSecond)
    json.add("course_accuracy", report.courseAccuracyDegrees)
    json.add("satellites_used", point.satellitesUsed)
    json.add("horizontal_dilution", point.horizontalDilution)
    if point.isAfterGap { json.add("after_gap", true) }
    if let sky = point.sky { json.add("sky", sky.satellites.map(object)) }
    return json.text
  }

  private static func object(_ satellite: Satellite) -> JSONObject {
    var json = JSONObject()
    json.add("prn", satellite.prn)
    json.add("gnss", satellite.gnss.map { "\($0)" })
    json.add("elevation", satellite.elevationDegrees)
    json.add("azimuth", satellite.azimuthDegrees)
    json.add("signal", satellite.signalDecibelHertz)
    json.add("used", satellite.isUsed)
    return json
  }
}
