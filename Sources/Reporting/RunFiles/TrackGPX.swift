import PhoneAPI
import Timekeeping
import TrackingEngine

/// `track.gpx`: the recorded positions as one track in GPX 1.1 (topografix.com/GPX/1/1), which maps and
/// Odograph itself read.
///
/// A segment ends where nothing was recorded for ten minutes. A track runs forward in time, so that a
/// position older than the one before it, such as a visit's or a cached fix's, is left to `fixes.csv`.
struct TrackGPX {
  private static let gapMax = TimeSpan.minutes(10)

  private var lines: LineWriter
  private var newest: Instant?

  init(path: String, name: String) throws {
    lines = try LineWriter(path: path)
    lines.add(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:odograph="urn:odograph:gpx">
      <trk>
      """)
    lines.add("<name>")
    lines.add(text: escaped(name))
    lines.add("</name>")
    try lines.endLine()
  }

  mutating func add(_ record: Record) throws {
    let location = record.location
    guard record.isLocation, location.horizontalAccuracyMeters >= 0 else { return }
    if let newest {
      guard location.timestamp > newest else { return }
      if location.timestamp - newest > TrackGPX.gapMax { lines.add("</trkseg>\n<trkseg>\n") }
    } else {
      lines.add("<trkseg>\n")
    }
    newest = location.timestamp
    try addPoint(location)
  }

  private mutating func addPoint(_ location: Location) throws {
    lines.add("<trkpt lat=\"")
    lines.add(location.coordinate.latitude, decimals: 7)
    lines.add("\" lon=\"")
    lines.add(location.coordinate.longitude, decimals: 7)
    lines.add("\">")
    if location.verticalAccuracyMeters > 0 {
      lines.add("<ele>")
      lines.add(location.altitudeMeters, decimals: 1)
      lines.add("</ele>")
    }
    lines.add("<time>")
    lines.add(location.timestamp)
    lines.add("</time><extensions><odograph:accuracy>")
    lines.add(location.horizontalAccuracyMeters, decimals: 1)
    lines.add("</odograph:accuracy></extensions></trkpt>")
    try lines.endLine()
  }

  mutating func finish() throws {
    if newest != nil { lines.add("</trkseg>\n") }
    lines.add("</trk>\n</gpx>")
    try lines.endLine()
    try lines.finish()
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
