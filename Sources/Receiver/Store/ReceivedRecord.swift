import Geodesy
import Text
import Timekeeping

/// A record as it arrived at the server.
package struct ReceivedRecord: Sendable, Hashable {
  /// The device that the record names, such as its `device_id`; empty if it names none.
  package var device: String
  /// The kind of record: "location" for a plain fix, "trip", "visit", or the event of a log record.
  /// The tracker writes the kind into `type` or `action`.
  package var type: String
  /// The time that the tracker wrote into the record.
  package var timestamp: Instant
  package var coordinate: Coordinate
  /// The reported accuracy radius in meters, which contains the true position in 68 % of fixes.
  /// Negative if the record has no accuracy.
  package var horizontalAccuracyMeters: Double
  package var arrivedAt: Instant
  /// The bytes of the record as it arrived. Empty unless the store needs them
  /// (`ReceiverStore.keepsSources`).
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

  /// The greatest length of a device's name or a type, in Unicode scalars. Longer names are cut.
  package static let nameLengthMax = 200

  /// Returns `name` without invisible characters, cut to `nameLengthMax` Unicode scalars.
  static func shownName(_ name: String) -> String {
    let isPlain = name.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count <= nameLengthMax && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }
    if isPlain == true { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.prefix(nameLengthMax))).printable
  }

  /// The values that identify a record of a device. Two records of one device are the same if all
  /// of these values are equal.
  ///
  /// The bytes of two copies of a record may differ. A tracker may encode a record anew to send it
  /// again. Fields such as `locations_in_payload` describe the batch and differ between batches.
  package struct Identity: Sendable, Hashable {
    package var timestamp: Instant
    package var type: String
    package var coordinate: Coordinate
  }

  package var identity: Identity {
    Identity(timestamp: timestamp, type: type, coordinate: coordinate)
  }
}
