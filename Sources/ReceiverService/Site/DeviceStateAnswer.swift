import Receiver
import Timekeeping

/// A device's last position, as `GET /admin/devices` returns it.
///
/// A device with a long queue sends its position before older records. This is therefore the
/// reported position if it is newer than every record.
struct LastPositionAnswer: Encodable {
  var time: String
  var latitude: Double
  var longitude: Double
  var accuracyMeters: Double?

  init(_ newest: ReceivedRecord, _ state: DeviceState?) {
    var position = DeviceState.Position(newest)
    if let current = state?.current, current.timestamp > position.timestamp { position = current }
    time = position.timestamp.iso8601(fractionDigits: 3)
    latitude = position.coordinate.latitude
    longitude = position.coordinate.longitude
    let accuracy = position.horizontalAccuracyMeters
    accuracyMeters = accuracy.isFinite && accuracy >= 0 ? accuracy : nil
  }
}

/// A device's trip in progress, as `GET /admin/devices` returns it.
struct TripAnswer: Encodable {
  var mode: String
  var start: String
  var distanceMeters: Double
  /// The arrival of the request that reported the trip.
  var reportedAt: String

  init?(_ state: DeviceState?) {
    guard let state, let trip = state.trip else { return nil }
    mode = trip.mode
    start = trip.start.iso8601(fractionDigits: 3)
    distanceMeters = trip.distanceMeters
    reportedAt = state.reportedAt.iso8601(fractionDigits: 3)
  }
}
