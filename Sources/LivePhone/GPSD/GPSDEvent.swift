import Geodesy
import Timekeeping

/// A report from gpsd, or a change of the connection to gpsd. Events arrive in order.
package enum GPSDEvent: Sendable, Hashable {
  /// gpsd accepted a connection and sent its release. Earlier reports on its devices are out of
  /// date.
  case connected(release: String)
  /// The paths of all devices of gpsd, with or without data.
  case devices([String])
  /// gpsd began or stopped reading a device. It stops if the device is unplugged or does not
  /// answer.
  case device(path: String, isActive: Bool)
  case position(PositionReport)
  case sky(SkyReport)
  /// libgps could not read a line, or gpsd reported an error. The text is short and printable.
  case rejected(String)
  /// The connection failed or ended. `retriesAfter` is the delay before the next attempt; nil if
  /// there is no further attempt.
  case disconnected(reason: String, retriesAfter: TimeSpan?)
}

extension GPSDEvent {
  /// The path of the receiver that the event is about; nil if the event is not about one receiver.
  package var device: String? {
    switch self {
    case .position(let report): report.device
    case .sky(let sky): sky.device
    case .device(let path, _): path
    case .connected, .devices, .rejected, .disconnected: nil
    }
  }
}

package enum FixMode: Int, Sendable, Hashable, Comparable {
  /// The receiver has not reported its mode yet.
  case unknown
  /// The receiver has no fix.
  case none
  case twoDimensional
  case threeDimensional

  package static func < (a: FixMode, b: FixMode) -> Bool { a.rawValue < b.rawValue }
}

/// A position report (TPV) from gpsd. Values that the receiver did not give, or that are not
/// numbers, are nil.
package struct PositionReport: Sendable, Hashable {
  /// The receiver's path, such as /dev/ttyACM0.
  package var device: String?
  package var mode: FixMode
  /// The time of the receiver's clock. The clock may be wrong by weeks or years until the receiver
  /// has received satellites.
  package var time: Instant?
  /// The position; nil unless the receiver has a two- or three-dimensional fix.
  package var coordinate: Coordinate?
  /// The altitude above mean sea level, in meters.
  package var altitudeMeters: Double?
  /// The height above the WGS 84 ellipsoid, in meters.
  package var ellipsoidalHeightMeters: Double?
  package var speedMetersPerSecond: Double?
  /// The course in degrees, clockwise from true north.
  package var courseDegrees: Double?
  package var climbMetersPerSecond: Double?
  /// The horizontal accuracy: the value of eph, or else the root of the sum of the squares of epx
  /// and epy.
  ///
  /// Receivers use different confidence levels, and gpsd_json(5) calls the confidence unknown.
  package var horizontalAccuracyMeters: Double?
  package var verticalAccuracyMeters: Double?
  package var speedAccuracyMetersPerSecond: Double?
  package var courseAccuracyDegrees: Double?

  package init(
    device: String? = nil, mode: FixMode, time: Instant? = nil, coordinate: Coordinate? = nil,
    altitudeMeters: Double? = nil, ellipsoidalHeightMeters: Double? = nil,
    speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil,
    climbMetersPerSecond: Double? = nil, horizontalAccuracyMeters: Double? = nil,
    verticalAccuracyMeters: Double? = nil, speedAccuracyMetersPerSecond: Double? = nil,
    courseAccuracyDegrees: Double? = nil
  ) {
    self.device = device
    self.mode = mode
    self.time = time
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.ellipsoidalHeightMeters = ellipsoidalHeightMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
    self.climbMetersPerSecond = climbMetersPerSecond
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.verticalAccuracyMeters = verticalAccuracyMeters
    self.speedAccuracyMetersPerSecond = speedAccuracyMetersPerSecond
    self.courseAccuracyDegrees = courseAccuracyDegrees
  }

  /// True if the report contains a position.
  package var hasFix: Bool { coordinate != nil }
}

/// A report from gpsd on the visible satellites (SKY).
package struct SkyReport: Sendable, Hashable {
  package var device: String?
  package var time: Instant?
  /// The satellites; empty if the report contains no list of satellites.
  ///
  /// Between two full reports, some receivers report only the dilution of precision (DOP).
  package var satellites: [Satellite] = []
  package var horizontalDilution: Double?

  package var satellitesInView: Int { satellites.count }
  package var satellitesUsed: Int { satellites.count { $0.isUsed } }
}

/// A satellite that the receiver receives, or expects to receive.
package struct Satellite: Sendable, Hashable {
  package enum System: Int, Sendable, Hashable, CaseIterable {
    case gps, sbas, galileo, beiDou, imes, qzss, glonass, navIC
  }

  /// The satellite's number in NMEA. The number only suggests the satellite's system; `gnss` names
  /// the system.
  package var prn: Int
  package var gnss: System?
  package var elevationDegrees: Double?
  package var azimuthDegrees: Double?
  package var signalDecibelHertz: Double?
  /// True if the receiver uses the satellite for its fix.
  package var isUsed: Bool
}
