import Timekeeping

/// Reports under gpsd's own names, one a line (gpsd_json(5), classes TPV and SKY), of every receiver and with
/// a fix or without.
struct JSONLinesRecordingWriter: RecordingWriter {
  let form = RecordingForm(
    opening: "", closing: "", beginning: #"{"class":""#, timeMark: #""time":""#,
    isWhole: isWholeJSON, includesBreak: true)

  /// A gap is a lack of reports.
  mutating func goOn(hasReports: Bool) {}

  mutating func piece(of event: GPSDEvent) -> RecordedPiece? {
    switch event {
    case .position(let report):
      RecordedPiece(text: Self.text(of: report) + "\n", isPosition: report.hasFix)
    case .sky(let sky): RecordedPiece(text: Self.text(of: sky) + "\n", isPosition: false)
    case .connected, .devices, .device, .rejected, .disconnected: nil
    }
  }

  private static func text(of report: PositionReport) -> String {
    var json = JSONObject()
    json.add("class", "TPV")
    json.add("device", report.device)
    json.add("mode", report.mode.rawValue)
    json.add("time", report.time)
    json.add("lat", report.coordinate?.latitude)
    json.add("lon", report.coordinate?.longitude)
    json.add("altHAE", report.ellipsoidalHeightMeters)
    json.add("altMSL", report.altitudeMeters)
    json.add("eph", report.horizontalAccuracyMeters)
    json.add("epv", report.verticalAccuracyMeters)
    json.add("track", report.courseDegrees)
    json.add("epd", report.courseAccuracyDegrees)
    json.add("speed", report.speedMetersPerSecond)
    json.add("eps", report.speedAccuracyMetersPerSecond)
    json.add("climb", report.climbMetersPerSecond)
    return json.text
  }

  private static func text(of sky: SkyReport) -> String {
    var json = JSONObject()
    json.add("class", "SKY")
    json.add("device", sky.device)
    json.add("time", sky.time)
    json.add("hdop", sky.horizontalDilution)
    guard !sky.satellites.isEmpty else { return json.text }
    json.add("nSat", sky.satellitesInView)
    json.add("uSat", sky.satellitesUsed)
    json.add("satellites", sky.satellites.map(object))
    return json.text
  }

  private static func object(_ satellite: Satellite) -> JSONObject {
    var json = JSONObject()
    json.add("PRN", satellite.prn)
    json.add("gnssid", satellite.gnss?.rawValue)
    json.add("el", satellite.elevationDegrees)
    json.add("az", satellite.azimuthDegrees)
    json.add("ss", satellite.signalDecibelHertz)
    json.add("used", satellite.isUsed)
    return json
  }
}
