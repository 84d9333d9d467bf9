import Timekeeping

/// Recorded positions as a track in GPX 1.1 (topografix.com/GPX/1/1).
public enum GPXExport {
  public static func track(_ records: some Sequence<Record>, name: String) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1">
        <trk>
          <name>\(escaped(name))</name>
          <trkseg>

      """
    for record in records where record.isLocation { text += point(record) }
    return text + "    </trkseg>\n  </trk>\n</gpx>\n"
  }

  private static func point(_ record: Record) -> String {
    let location = record.location
    // A fix without satellites knows no altitude.
    let elevation =
      location.verticalAccuracyMeters > 0 ? "<ele>\(location.altitudeMeters)</ele>" : ""
    return "      <trkpt lat=\"\(location.coordinate.latitude)\""
      + " lon=\"\(location.coordinate.longitude)\">\(elevation)"
      + "<time>\(location.timestamp.iso8601(fractionDigits: 3))</time></trkpt>\n"
  }

  private static func escaped(_ text: String) -> String {
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
