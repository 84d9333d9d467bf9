import PhoneAPI
import Text
import Timekeeping
import TrackingEngine

/// A writer of a CSV table with a line for each trip, from the details of the trips' records.
///
/// If a trip's details are invalid, its line contains only the time of the record.
struct TripsCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add(
      """
      start,end,mode,distance_m,minutes,steps,start_latitude,start_longitude,end_latitude,\
      end_longitude,stopped_automatically,recorded_at

      """)
  }

  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    let trip = extras.details.flatMap(TripSummary.init(json:))
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
