import Foundation
import Text
import Timekeeping

/// A writer of GPX 1.1 (topografix.com/GPX/1/1): one track, with a new segment after each gap.
///
/// Speed and course are in Garmin's extension, which most programs read. Accuracies and the sky are
/// in Odograph's own extension.
///
/// A track is the path of one receiver. With several receivers, the first receiver with a position
/// is written. If that receiver is silent for `silenceMax`, another receiver replaces it.
struct GPXRecordingWriter: RecordingWriter {
  private static let silenceMax = TimeSpan.seconds(10 as Int64)

  private static let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
    xmlns:odograph="urn:odograph:gpx">
    <trk><trkseg>
    """

  private static let border = "</trkseg><trkseg>"

  let form = RecordingForm(
    opening: opening, closing: "\n</trkseg></trk></gpx>\n", border: border,
    beginning: "<trkpt lat=\"", timeMark: "<time>",
    isWhole: { $0.reversed().starts(with: "</trkpt>".utf8.reversed()) })

  private var points = RecordedPoints()
  private var followed: (device: String?, receivedAt: TimeSpan)?
  private let uptime: @Sendable () -> TimeSpan

  init(uptime: @escaping @Sendable () -> TimeSpan = { LiveClock.machineUptime }) {
    self.uptime = uptime
  }

  mutating func goOn(hasReports: Bool) { if hasReports { points.resume() } }

  mutating func piece(of event: GPSDEvent) -> RecordedPiece? {
    guard var point = points.point(of: event) else { return nil }
    let now = uptime()
    if let followed, followed.device != point.report.device {
      guard now - followed.receivedAt > Self.silenceMax else { return nil }
      point.isAfterGap = true
    }
    followed = (point.report.device, now)
    let border = point.isAfterGap ? "\n" + Self.border : ""
    return RecordedPiece(text: border + "\n" + Self.text(of: point), isPosition: true)
  }

  // The elements are in the order that GPX prescribes.
  private static func text(of point: RecordedPoints.Point) -> String {
    let report = point.report
    var xml = XMLText()
    xml.raw("<trkpt lat=\"\(decimalText(point.coordinate.latitude, 9))\"")
    xml.raw(" lon=\"\(decimalText(point.coordinate.longitude, 9))\">")
    xml.element("ele", report.altitudeMeters, 3)
    if let time = report.time { xml.element("time", time.iso8601(fractionDigits: 3)) }
    if let height = report.ellipsoidalHeightMeters, let altitude = report.altitudeMeters {
      xml.element("geoidheight", height - altitude, 3)
    }
    xml.element("fix", report.mode == .threeDimensional ? "3d" : "2d")
    if let count = point.satellitesUsed { xml.element("sat", "\(count)") }
    xml.element("hdop", point.horizontalDilution, 2)
    xml.raw("<extensions>")
    if report.speedMetersPerSecond != nil || report.courseDegrees != nil {
      xml.raw("<gpxtpx:TrackPointExtension>")
      xml.element("gpxtpx:speed", report.speedMetersPerSecond, 3)
      xml.element("gpxtpx:course", report.courseDegrees, 2)
      xml.raw("</gpxtpx:TrackPointExtension>")
    }
    xml.element("odograph:accuracy", report.horizontalAccuracyMeters, 3)
    xml.element("odograph:verticalAccuracy", report.verticalAccuracyMeters, 3)
    xml.element("odograph:speedAccuracy", report.speedAccuracyMetersPerSecond, 3)
    xml.element("odograph:courseAccuracy", report.courseAccuracyDegrees, 2)
    xml.element("odograph:climb", report.climbMetersPerSecond, 3)
    if let sky = point.sky { add(sky, to: &xml) }
    xml.raw("</extensions></trkpt>")
    return xml.text
  }

  private static func add(_ sky: SkyReport, to xml: inout XMLText) {
    xml.raw("<odograph:sky>")
    for satellite in sky.satellites {
      xml.raw("<odograph:satellite prn=\"\(satellite.prn)\"")
      if let gnss = satellite.gnss { xml.raw(" gnss=\"\(gnss)\"") }
      xml.attribute("elevation", satellite.elevationDegrees)
      xml.attribute("azimuth", satellite.azimuthDegrees)
      xml.attribute("signal", satellite.signalDecibelHertz)
      xml.raw(" used=\"\(satellite.isUsed)\"/>")
    }
    xml.raw("</odograph:sky>")
  }
}

/// A builder of XML from texts that contain no characters to escape.
private struct XMLText {
  private(set) var text = ""

  mutating func raw(_ part: String) { text += part }
  mutating func element(_ name: String, _ value: String) { text += "<\(name)>\(value)</\(name)>" }

  mutating func element(_ name: String, _ value: Double?, _ digits: Int) {
    if let value { element(name, decimalText(value, digits)) }
  }

  mutating func attribute(_ name: String, _ value: Double?) {
    if let value { text += " \(name)=\"\(decimalText(value, 1))\"" }
  }
}
