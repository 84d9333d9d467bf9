import Files
import Foundation
import Geodesy
import Routes
import Text
import Timekeeping
import World

extension MatchedTrace {
  /// A text that every file of this kind has near its beginning.
  private static let mark = "Positions were moved to the ways of a map by "

  /// The recording in GPX 1.1 (topografix.com/GPX/1/1), with the credit of the map. Each mode of
  /// motion that the recording states has a track of its own.
  package var gpx: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:odograph="urn:odograph:gpx">
      <metadata>
      <name>\(Escaping.xml(trace.name))</name>
      <desc>\(Escaping.xml(Self.mark + origin.router)). The map may be wrong: this is no truth. \
      \(Escaping.xml(origin.attribution))</desc>
      <copyright author="OpenStreetMap contributors"><license>\(RouteOrigin.license)</license>\
      </copyright>
      </metadata>

      """
    let charges = Dictionary(trace.battery.map { ($0.time, $0) }) { first, _ in first }
    var mode: MotionMode?
    for (index, point) in trace.points.enumerated() {
      let isNewTrack = index == 0 || point.statedMode != mode
      if index > 0, isNewTrack { text += "</trkseg></trk>\n" }
      if isNewTrack {
        mode = point.statedMode
        text += "<trk>" + (mode.map { "<type>\($0.rawValue)</type>" } ?? "") + "<trkseg>\n"
      } else if point.startsSegment {
        text += "</trkseg><trkseg>\n"
      }
      text += Self.text(of: point, charge: charges[point.time])
    }
    return text + "</trkseg></trk>\n</gpx>\n"
  }

  private static func text(of point: TracePoint, charge: BatteryReading?) -> String {
    let position = point.coordinate
    var text = "<trkpt lat=\"\(decimalText(position.latitude, 7))\""
    text += " lon=\"\(decimalText(position.longitude, 7))\">"
    if let altitude = point.altitudeMeters { text += "<ele>\(decimalText(altitude, 2))</ele>" }
    text += "<time>\(point.time.iso8601(fractionDigits: 3))</time>"
    let values = [
      ("speed", point.speedMetersPerSecond), ("course", point.courseDegrees),
      ("accuracy", point.horizontalAccuracyMeters), ("battery", charge?.level),
    ]
    var extensions = values.compactMap { name, value in
      value.map { "<odograph:\(name)>\(decimalText($0, 3))</odograph:\(name)>" }
    }
    if let state = charge?.state {
      extensions.append("<odograph:battery_state>\(state.rawValue)</odograph:battery_state>")
    }
    if !extensions.isEmpty { text += "<extensions>\(extensions.joined())</extensions>" }
    return text + "</trkpt>\n"
  }

  /// Remarks on what GPX cannot hold of the recording.
  package var losses: [String] {
    var losses: [String] = []
    if trace.points.contains(where: { $0.onward == .staying }) {
      losses.append("the stays that the recording states")
    }
    if !trace.places.isEmpty { losses.append("its named places") }
    let times = Set(trace.points.map(\.time))
    if trace.battery.contains(where: { !times.contains($0.time) }) {
      losses.append("readings of the battery between points")
    }
    return losses
  }

  /// Throws an error if a file exists that is no matched recording.
  package static func refuseToReplace(_ path: String) throws(InputError) {
    try ReplacedFile.refuse(path, unlessMarked: mark, "is no matched recording")
  }
}

extension TracePoint {
  /// The mode of motion that the recording or the user states; nil if neither does.
  fileprivate var statedMode: MotionMode? {
    if case .moving(let mode) = onward { return self.mode ?? mode }
    return mode
  }
}
