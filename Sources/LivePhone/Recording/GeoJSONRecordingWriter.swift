import Timekeeping

/// A writer of GeoJSON (RFC 7946): a collection of points, one per line.
///
/// A property has Overland's name if Overland defines one. Values that the receiver did not report
/// are left out.
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
    let json: JSONObject = [
      "device_id": report.device,
      "timestamp": report.time,
      "mode": report.mode.rawValue,
      "altitude": report.altitudeMeters,
      "ellipsoidal_height": report.ellipsoidalHeightMeters,
      "speed": report.speedMetersPerSecond,
      "course": report.courseDegrees,
      "climb": report.climbMetersPerSecond,
      "horizontal_accuracy": report.horizontalAccuracyMeters,
      "vertical_accuracy": report.verticalAccuracyMeters,
      "speed_accuracy": report.speedAccuracyMetersPerSecond,
      "course_accuracy": report.courseAccuracyDegrees,
      "satellites_used": point.satellitesUsed,
      "horizontal_dilution": point.horizontalDilution,
      "after_gap": point.isAfterGap ? true : nil,
      "sky": point.sky?.satellites.map(object),
    ]
    return json.text
  }

  private static func object(_ satellite: Satellite) -> JSONObject {
    [
      "prn": satellite.prn,
      "gnss": satellite.gnss.map { "\($0)" },
      "elevation": satellite.elevationDegrees,
      "azimuth": satellite.azimuthDegrees,
      "signal": satellite.signalDecibelHertz,
      "used": satellite.isUsed,
    ]
  }
}
