import Text
import Timekeeping
import TrackingEngine

/// A writer of a CSV table of the visits that the phone reported.
///
/// The phone reports most visits twice: on arrival, with only the time of arrival, and after the
/// departure, with both times. The second report replaces the first.
struct VisitsCSV: RecordWriter {
  private let isNewestFirst: Bool
  private var visits: [Visit] = []

  private struct Visit {
    var arrival: Instant
    var departure: Instant
    var record: Record
  }

  init(isNewestFirst: Bool) { self.isNewestFirst = isNewestFirst }

  func begin(_ text: inout TextBuffer) {
    text.add("arrival,departure,latitude,longitude,horizontal_accuracy_m,minutes,recorded_at\n")
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    guard case .visit(let arrival, let departure) = record.kind else { return }
    let visit = Visit(arrival: arrival, departure: departure, record: record)
    let open = visits.lastIndex { $0.departure == .distantFuture && $0.arrival == arrival }
    if let open, arrival != .distantPast { visits[open] = visit } else { visits.append(visit) }
  }

  func end(_ text: inout TextBuffer) {
    for visit in isNewestFirst ? visits.reversed() : visits { write(visit, to: &text) }
  }

  private func write(_ visit: Visit, to text: inout TextBuffer) {
    let hasArrival = visit.arrival != .distantPast
    let hasDeparture = visit.departure != .distantFuture
    let location = visit.record.location
    text.addRow([
      .instant(hasArrival ? visit.arrival : nil), .instant(hasDeparture ? visit.departure : nil),
      .number(location.coordinate.latitude, decimals: 7),
      .number(location.coordinate.longitude, decimals: 7),
      .number(location.horizontalAccuracyMeters, decimals: 1),
      .count(hasArrival && hasDeparture ? (visit.departure - visit.arrival).roundedMinutes : nil),
      .instant(visit.record.recordedAt),
    ])
  }
}
