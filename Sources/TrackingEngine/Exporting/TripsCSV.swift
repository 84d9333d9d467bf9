import PhoneAPI
import Text
import Timekeeping

/// Trips, a line each, by what the store keeps beside their records. One whose details make no sense
/// keeps its line, with the time of its record.
struct TripsCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add(
      """
      start,end,mode,distance_m,minutes,steps,start_latitude,start_longitude,end_latitude,\
      end_longitude,stopped_automatically,recorded_at

      """)
  }

  func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    if let trip = details.flatMap(TripSummary.init(json:)) {
      write(trip, endedBy: record.recordedAt, to: &text)
    } else {
      text.add(",,,,,,,,,,")
    }
    text.add(",")
    text.add(record.recordedAt)
    text.endLine()
  }

  private func write(_ trip: TripSummary, endedBy latest: Instant, to text: inout TextBuffer) {
    let end = trip.end ?? latest
    text.add(trip.start)
    text.add(",")
    text.add(end)
    text.add(",")
    text.add(text: Escaping.csv(trip.mode.rawValue))
    text.add(",")
    text.add(trip.distanceMeters, decimals: 0)
    text.add(",")
    text.add((end - trip.start).roundedMinutes)
    text.add(",")
    if let steps = trip.steps { text.add(steps) }
    write(trip.startLocation, to: &text)
    write(trip.lastLocation, to: &text)
    text.add(",")
    text.add(flag: trip.stoppedAutomatically)
  }

  private func write(_ location: Location?, to text: inout TextBuffer) {
    text.add(",")
    if let location { text.add(location.coordinate.latitude, decimals: 7) }
    text.add(",")
    if let location { text.add(location.coordinate.longitude, decimals: 7) }
  }
}
