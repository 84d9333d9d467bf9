import Foundation
import GRDB
import Receiver
import Text
import Timekeeping

extension ReceivedHistory {
  /// The greatest number of reports of time outdoors that the page reads.
  private static let reportCountMax = 200

  /// Returns the seconds outdoors on each local day that a patient's phone reported. Empty for a
  /// device that sends no health data.
  ///
  /// If the phone reported a day more than once, the report that arrived last counts.
  package func secondsOutdoors(
    of device: String, in calendar: LocalCalendar
  ) throws -> [CivilDate: Double] {
    guard device.hasPrefix("Patient/"), let patient = Int64(device.dropFirst(8)) else { return [:] }
    var seconds: [CivilDate: Double] = [:]
    for content in try timeIntervals(of: patient) {
      guard let report = OutdoorsReport(content) else { continue }
      seconds[calendar.date(of: report.end - .seconds(1 as Int64))] = report.seconds
    }
    return seconds
  }

  /// Returns the contents of the patient's newest time intervals, in the order of arrival.
  private func timeIntervals(of patient: Int64) throws -> [Data] {
    try database.read { db in
      try Data.fetchAll(
        db,
        sql: """
          SELECT content FROM observation WHERE patient = ? AND code = ?
          ORDER BY number DESC LIMIT ?
          """,
        arguments: [patient, HealthCode.timeInterval.code, Self.reportCountMax]
      ).reversed()
    }
  }
}

/// A report of the time outdoors on the local day that ends at `end`, as an Open mHealth time
/// interval with an end and a duration.
private struct OutdoorsReport {
  var end: Instant
  var seconds: Double

  private static let secondsPerUnit: [String: Double] = ["sec": 1, "min": 60, "h": 3600]

  /// Reads the content of an observation. Nil if it has another form.
  init?(_ content: Data) {
    guard let json = try? JSONValue([UInt8](content)) else { return nil }
    let body = json["body"] ?? json
    guard let stamp = body["end_date_time"]?.string,
      let end = Instant(iso8601: stamp, assumingUTC: true),
      end > Instant(nanoseconds: 0),
      let value = body["duration"]?["value"]?.number, (0...90_000).contains(value),
      let unit = body["duration"]?["unit"]?.string, let factor = Self.secondsPerUnit[unit]
    else { return nil }
    self.end = end
    seconds = value * factor
  }
}
