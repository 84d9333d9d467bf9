import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of text files of Google's GnssLogger. It reads the fixes, which are lines such as
/// "Fix,gps,37.4225,-122.0817,…", and ignores raw measurements.
///
/// A comment such as "# Fix,Provider,LatitudeDegrees,…" names the columns, which differ between
/// versions. Fixes of the satellite receiver are preferred: the same phone's fused and network
/// fixes are read only if there are none.
enum GnssLoggerReader {
  private static let satelliteProvider = "gps"

  private struct Columns {
    var latitude: Int
    var longitude: Int
    var time: Int
    var altitude: Int?
    var speed: Int?
    var accuracy: Int?
    var course: Int?

    /// Reads the comment that names the columns; nil for another line.
    init?(_ line: Substring) {
      let names = line.drop { $0 == "#" || $0 == " " }.split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces).lowercased()
      }
      guard names.first == "fix" else { return nil }
      func column(_ known: String...) -> Int? { names.firstIndex(where: known.contains) }
      guard let latitude = column("latitude", "latitudedegrees"),
        let longitude = column("longitude", "longitudedegrees"),
        let time = column("(utc)timeinms", "unixtimemillis")
      else { return nil }
      (self.latitude, self.longitude, self.time) = (latitude, longitude, time)
      altitude = column("altitude", "altitudemeters")
      speed = column("speed", "speedmps")
      accuracy = column("accuracy", "accuracymeters")
      course = column("bearing", "bearingdegrees")
    }
  }

  /// Returns true if the first bytes are those of a file of GnssLogger.
  static func isRecording(beginning bytes: [UInt8]) -> Bool {
    bytes.first == UInt8(ascii: "#")
      && String(decoding: bytes.prefix(16_384), as: UTF8.self).split(whereSeparator: \.isNewline)
        .contains { Columns($0) != nil }
  }

  static func read(_ bytes: Data, location: SourceLocation) throws(InputError) -> TraceAssembly {
    var columns: Columns?
    var points: [String: [TraceAssembly.LocatedPoint]] = [:]
    var lines = RecordedLines(bytes, of: location, accepted: "a line of GnssLogger")
    while let line = try lines.next() {
      let text = String(decoding: line.bytes, as: UTF8.self)
      if text.hasPrefix("#") {
        columns = columns ?? Columns(text[...])
      } else if text.hasPrefix("Fix,"), let columns {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        if line.isUnended, fields.count <= columns.time { continue }
        points[fields[1].lowercased(), default: []].append(try point(fields, columns, line.place))
      }
    }
    return assembly(points)
  }

  private static func point(
    _ fields: [String], _ columns: Columns, _ place: SourceLocation
  ) throws(InputError) -> TraceAssembly.LocatedPoint {
    func number(_ column: Int?) -> Double? {
      column.flatMap { $0 < fields.count ? Double(fields[$0]) : nil }
    }
    guard let latitude = number(columns.latitude), let longitude = number(columns.longitude),
      let milliseconds = number(columns.time), (0..<9.2e12).contains(milliseconds)
    else {
      throw InputError(
        place, "a fix lacks its position or its time, or one of them is not a number",
        accepted: "degrees, and milliseconds since 1970")
    }
    return TraceAssembly.LocatedPoint(
      line: place.line,
      point: TracePoint(
        time: Instant(secondsSince1970: milliseconds / 1000),
        coordinate: try place.coordinate(latitude, longitude),
        altitudeMeters: number(columns.altitude), speedMetersPerSecond: number(columns.speed),
        courseDegrees: number(columns.course),
        horizontalAccuracyMeters: number(columns.accuracy)))
  }

  private static func assembly(
    _ points: [String: [TraceAssembly.LocatedPoint]]
  ) -> TraceAssembly {
    let satellite = points[satelliteProvider] ?? []
    let isSatellite = satellite.count > 1
    let others = points.filter { $0.key != satelliteProvider }.sorted { $0.key < $1.key }
      .flatMap(\.value)
    var chosen = isSatellite ? satellite : satellite + others
    chosen.sort { $0.point.time < $1.point.time }
    var assembly = TraceAssembly(segments: [chosen])
    if isSatellite, !others.isEmpty {
      assembly.remarks.append(
        "\(others.count) fixes of other providers than the satellite receiver were left out.")
    }
    return assembly
  }
}
