import Geodesy
import Timekeeping

/// The state that a device reports beside its records: the members `current` and `trip` of a
/// request in Overland's format.
package struct DeviceState: Sendable, Equatable, Codable {
  package struct Position: Sendable, Hashable, Codable {
    package var timestamp: Instant
    package var coordinate: Coordinate
    /// Negative if the position has no accuracy.
    package var horizontalAccuracyMeters: Double

    package init(_ record: ReceivedRecord) {
      timestamp = record.timestamp
      coordinate = record.coordinate
      horizontalAccuracyMeters = record.horizontalAccuracyMeters
    }
  }

  /// A trip in progress.
  package struct Trip: Sendable, Equatable, Codable {
    package var mode: String
    package var start: Instant
    package var distanceMeters: Double
    package var startPosition: Position?
    package var currentPosition: Position?
  }

  /// The device's position at the time of the request; older records may still wait on the device.
  package var current: Position?
  /// The trip in progress; nil if the device's last request had none.
  package var trip: Trip?
  /// The arrival of the request that reported the state.
  package var reportedAt: Instant
}

extension Receiver {
  /// Stores the position and the trip in progress that a batch reports.
  ///
  /// A batch without a trip ends the trip. A batch without a position leaves the last one.
  func keepState(_ batch: OverlandBatch, at instant: Instant) throws {
    guard let device = batch.device else { return }
    let known = try store.state(of: device)
    guard batch.current != nil || batch.trip != nil || known?.trip != nil else { return }
    try store.save(
      DeviceState(
        current: batch.current.map(DeviceState.Position.init) ?? known?.current, trip: batch.trip,
        reportedAt: instant), of: device)
  }
}
