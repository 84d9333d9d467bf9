import Foundation
import Timekeeping

/// The computed time outdoors of one local day.
///
/// It is stored as a record with the details `{"minutes":95,"computedAt":"2026-03-03T08:00:00Z"}`.
/// The record's kind contains the day, and the record's time is the end of the day. The record was
/// uploaded if it no longer waits in the queue.
package struct DayOutdoors: Sendable {
  package var daysSince1970: Int64
  package var minutes: Int
  package var computedAt: Instant
  package var isUploaded = false

  package var date: CivilDate { CivilDate(daysSince1970: daysSince1970) }

  private struct Details: Decodable {
    var minutes: Int
    @ISO8601Text var computedAt: Instant
  }

  var details: String {
    #"{"minutes":\#(minutes),"computedAt":"\#(computedAt.iso8601())"}"#
  }
}

extension DayOutdoors {
  /// Reads the time outdoors from a record; nil for another kind of record, and for invalid
  /// details.
  package init?(_ record: Record, details: String?, isUploaded: Bool = false) {
    guard case .timeOutdoors(let day) = record.kind,
      let details = details.flatMap({
        try? JSONDecoder().decode(Details.self, from: Data($0.utf8))
      })
    else { return nil }
    self.init(
      daysSince1970: day, minutes: details.minutes, computedAt: details.computedAt,
      isUploaded: isUploaded)
  }
}
