import Foundation
import Timekeeping

/// Time outdoors of one local day as it was worked out.
///
/// The details of its record are `{"minutes":95,"computedAt":"2026-03-03T08:00:00Z"}`; the day is the
/// record's kind, the day's end its time, and whether it was uploaded is whether it still waits.
package struct DayOutdoors: Sendable, Hashable {
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
  /// Nil for a record of another kind, and for details that make no sense.
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
