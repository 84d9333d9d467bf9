import Foundation
import Timekeeping

/// Trips, a line each, by what the store keeps beside their records. One whose details make no sense
/// keeps its line, with the time of its record.
struct TripsCSV: RecordWriter {
  /// Of the details, those that the table shows.
  private struct Trip: Decodable {
    var mode: String
    var start: String
    var end: String?
    var startLocation: Place?
    var lastLocation: Place?
    var distanceMeters: Double
    var steps: Int?
    var stoppedAutomatically: Bool?
  }

  /// A list of a time, a latitude, a longitude and more.
  private struct Place: Decodable {
    var latitude: Double
    var longitude: Double

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(String.self)
      latitude = try list.decode(Double.self)
      longitude = try list.decode(Double.self)
    }
  }

  func begin(_ text: inout TextBuffer) {
    text.add(
      """
      start,end,mode,distance_m,minutes,steps,start_latitude,start_longitude,end_latitude,\
      end_longitude,stopped_automatically,recorded_at

      """)
  }

  func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    let data = details.map { Data($0.utf8) }
    if let data, let trip = try? JSONDecoder().decode(Trip.self, from: data) {
      write(trip, endedBy: record.recordedAt, to: &text)
    } else {
      text.add(",,,,,,,,,,")
    }
    text.add(",")
    text.add(record.recordedAt)
    text.endLine()
  }

  private func write(_ trip: Trip, endedBy latest: Instant, to text: inout TextBuffer) {
    let start = Instant(iso8601: trip.start)
    let end = trip.end.flatMap { Instant(iso8601: $0) } ?? latest
    if let start { text.add(start) }
    text.add(",")
    text.add(end)
    text.add(",")
    text.add(field: trip.mode)
    text.add(",")
    text.add(trip.distanceMeters, decimals: 0)
    text.add(",")
    if let start { text.add((end - start).roundedMinutes) }
    text.add(",")
    if let steps = trip.steps { text.add(steps) }
    write(trip.startLocation, to: &text)
    write(trip.lastLocation, to: &text)
    text.add(",")
    text.add(flag: trip.stoppedAutomatically)
  }

  private func write(_ place: Place?, to text: inout TextBuffer) {
    text.add(",")
    if let place { text.add(place.latitude, decimals: 7) }
    text.add(",")
    if let place { text.add(place.longitude, decimals: 7) }
  }
}
