import PhoneAPI
import Text
import Timekeeping

/// A CSV table of trips, with a line for each, from the details of their records.
///
/// A trip with invalid details has a line with only the time of its record.
struct TripsCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add(
      """
      start,end,mode,distance_m,minutes,steps,start_latitude,start_longitude,end_latitude,\
      end_longitude,stopped_automatically,recorded_at

      """)
  }

  func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    let trip = details.flatMap(TripSummary.init(json:))
    let known = trip.map { fields(of: $0, endedBy: record.recordedAt) }
    text.addRow((known ?? Array(repeating: .empty, count: 11)) + [.instant(record.recordedAt)])
  }

  private func fields(of trip: TripSummary, endedBy latest: Instant) -> [CSVField] {
    let end = trip.end ?? latest
    let (first, last) = (trip.startLocation?.coordinate, trip.lastLocation?.coordinate)
    return [
      .instant(trip.start), .instant(end), .text(Escaping.csv(trip.mode.rawValue)),
      .number(trip.distanceMeters, decimals: 0), .count((end - trip.start).roundedMinutes),
      .count(trip.steps), .number(first?.latitude, decimals: 7),
      .number(first?.longitude, decimals: 7), .number(last?.latitude, decimals: 7),
      .number(last?.longitude, decimals: 7), .flag(trip.stoppedAutomatically),
    ]
  }
}
