import Geodesy
import Text
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
    self.device = Self.shownName(device)
    self.type = Self.shownName(type)
    self.timestamp = timestamp
    self.coordinate = coordinate
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.arrivedAt = arrivedAt
    self.source = source
  }

  /// The longest name of a device or a type, in Unicode scalars; longer ones are cut.
  package static let nameLengthMax = 200

  /// Returns a foreign name without characters that do not show, and not too long for a page.
  static func shownName(_ name: String) -> String {
    let bytes = name.utf8
    let isShort = bytes.count <= nameLengthMax
    if isShort, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.prefix(nameLengthMax))).printable
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
