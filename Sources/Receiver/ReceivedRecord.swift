import Geodesy
import Timekeeping

/// A record as it arrived at the server.
public struct ReceivedRecord: Sendable, Hashable {
  /// `device_id`; empty when the record names none.
  public var device: String
  /// "location" for a plain fix, else the record's `type` ("trip") or `action` ("visit", or what a
  /// log record logs).
  public var type: String
  /// The tracker's own stamp.
  public var timestamp: Instant
  public var coordinate: Coordinate
  /// 68 % radius as reported; negative when not given.
  public var horizontalAccuracyMeters: Double
  public var arrivedAt: Instant

  public init(
    device: String, type: String, timestamp: Instant, coordinate: Coordinate,
    horizontalAccuracyMeters: Double, arrivedAt: Instant
  ) {
    self.device = device
    self.type = type
    self.timestamp = timestamp
    self.coordinate = coordinate
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.arrivedAt = arrivedAt
  }

  /// What makes a record of one device the same record again, and what finds it among the
  /// tracker's.
  ///
  /// Not the feature's bytes: a resent record may be written anew, and fields such as
  /// `locations_in_payload` tell of the batch and change with it. Two different records in one
  /// second differ in the fraction of their stamps, in type or in place, and are two.
  public struct Identity: Sendable, Hashable {
    public var timestamp: Instant
    public var type: String
    public var coordinate: Coordinate

    public init(timestamp: Instant, type: String, coordinate: Coordinate) {
      self.timestamp = timestamp
      self.type = type
      self.coordinate = coordinate
    }
  }

  public var identity: Identity {
    Identity(timestamp: timestamp, type: type, coordinate: coordinate)
  }

  /// Device and identity in 64 bits, alike in every process.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
    }
    for byte in device.utf8 { add(UInt64(byte)) }
    add(0x100)  // no byte, so that "ab" + "c" is not "a" + "bc"
    for byte in type.utf8 { add(UInt64(byte)) }
    add(UInt64(bitPattern: timestamp.nanoseconds))
    add(coordinate.latitude.bitPattern)
    add(coordinate.longitude.bitPattern)
    return hash
  }
}
