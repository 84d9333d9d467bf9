import Timekeeping

/// A writer of reports as lines of JSON with gpsd's own names, one report per line (gpsd_json(5),
/// classes TPV and SKY).
///
/// It writes the reports of every receiver, with and without a fix.
struct JSONLinesRecordingWriter: RecordingWriter {
  let form = RecordingForm(
    opening: "", closing: "", beginning: #"{"class":""#, timeMark: #""time":""#,
    isWhole: isWholeJSON, includesBreak: true)

  /// Does nothing, since in this format a gap is simply a time without reports.
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
    let json: JSONObject = [
      "class": "TPV",
      "device": report.device,
      "mode": report.mode.rawValue,
      "time": report.time,
      "lat": report.coordinate?.latitude,
      "lon": report.coordinate?.longitude,
      "altHAE": report.ellipsoidalHeightMeters,
      "altMSL": report.altitudeMeters,
      "eph": report.horizontalAccuracyMeters,
      "epv": report.verticalAccuracyMeters,
      "track": report.courseDegrees,
      "epd": report.courseAccuracyDegrees,
      "speed": report.speedMetersPerSecond,
      "eps": report.speedAccuracyMetersPerSecond,
      "climb": report.climbMetersPerSecond,
    ]
    return json.text
  }

  private static func text(of sky: SkyReport) -> String {
    let view = sky.satellites.isEmpty ? nil : sky
    let json: JSONObject = [
      "class": "SKY",
      "device": sky.device,
      "time": sky.time,
      "hdop": sky.horizontalDilution,
      "nSat": view?.satellitesInView,
      "uSat": view?.satellitesUsed,
      "satellites": view?.satellites.map(object),
    ]
    return json.text
  }

  private static func object(_ satellite: Satellite) -> JSONObject {
    [
      "PRN": satellite.prn,
      "gnssid": satellite.gnss?.rawValue,
      "el": satellite.elevationDegrees,
      "az": satellite.azimuthDegrees,
      "ss": satellite.signalDecibelHertz,
      "used": satellite.isUsed,
    ]
  }
}
