import Timekeeping

/// Records as tables of comma-separated values, one line a position.
public enum CSVExport {
  /// The first form of EHE-Pilot: time, place, and 1 at home, 0 away, empty where no home was set.
  public static func ehePilot(_ records: some Sequence<Record>) -> String {
    table(header: "timestamp,latitude,longitude,isHome", records) { record in
      let coordinate = record.location.coordinate
      let isHome = record.home.map { $0.isHome ? "1" : "0" } ?? ""
      return "\(record.location.timestamp.iso8601()),\(coordinate.latitude),"
        + "\(coordinate.longitude),\(isHome)"
    }
  }

  /// Everything about a position; times with milliseconds, unknown values negative.
  public static func positions(_ records: some Sequence<Record>) -> String {
    let header =
      "timestamp,recordedAt,source,latitude,longitude,altitudeMeters,horizontalAccuracyMeters,"
      + "speedMetersPerSecond,courseDegrees,batteryLevel"
    return table(header: header, records) { record in
      let location = record.location
      return [
        location.timestamp.iso8601(fractionDigits: 3),
        record.recordedAt.iso8601(fractionDigits: 3), "\(record.source)",
        "\(location.coordinate.latitude)", "\(location.coordinate.longitude)",
        "\(location.altitudeMeters)", "\(location.horizontalAccuracyMeters)",
        "\(location.speedMetersPerSecond)", "\(location.courseDegrees)",
        "\(record.surroundings.batteryLevel)",
      ].joined(separator: ",")
    }
  }

  private static func table(
    header: String, _ records: some Sequence<Record>, line: (Record) -> String
  ) -> String {
    records.reduce(into: header + "\n") { text, record in
      if record.isLocation { text += line(record) + "\n" }
    }
  }
}
