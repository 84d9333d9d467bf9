import Geodesy
import Timekeeping

/// A record as it arrived at the server.
package struct ReceivedRecord: Sendable, Hashable {
  /// What the record says it comes from, such as `device_id`; empty when it names nothing.
  package var device: String
  /// "location" for a plain fix, else the record's `type` ("trip") or `action` ("visit", or what a
  /// log record logs).
  package var type: String
  /// The tracker's own stamp.
  package var timestamp: Instant
  package var coordinate: Coordinate
  /// 68 % radius as reported; negative when not given.
  package var horizontalAccuracyMeters: Double
  package var arrivedAt: Instant
  /// The record as it came, for a store that keeps it (`ReceiverStore.keepsSources`).
  package var source: [UInt8]

  package init(
    device: String, type: String, timestamp: Instant, coordinate: Coordinate,
    horizontalAccuracyMeters: Double, arrivedAt: Instant, source: [UInt8] = []
  ) {
    self.device = device
    self.type = type
    self.timestamp = timestamp
    self.coordinate = coordinate
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.arrivedAt = arrivedAt
    self.source = source
  }

  /// What makes a record of one device the same record again, and what finds it among the
  /// tracker's.
  ///
  /// Not the feature's bytes: a resent record may be written anew, and fields such as
  /// `locations_in_payload` tell of the batch and change with it. Two different records in one
  /// second differ in the fraction of their stamps, in type or in place, and are two.
  package struct Identity: Sendable, Hashable {
    package var timestamp: Instant
    package var type: String
    package var coordinate: Coordinate
  }

  package var identity: Identity {
    Identity(timestamp: timestamp, type: type, coordinate: coordinate)
  }

  /// Device and identity in 64 bits, alike in every process.
  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(device)
    fingerprint.add(type)
    fingerprint.add(UInt64(bitPattern: timestamp.nanoseconds))
    fingerprint.add(coordinate.latitude.bitPattern)
    fingerprint.add(coordinate.longitude.bitPattern)
    return fingerprint.value
  }
}
