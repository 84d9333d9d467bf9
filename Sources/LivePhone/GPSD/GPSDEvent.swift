import Geodesy
import Timekeeping

/// A report from gpsd or a change of the connection to it, in order of arrival.
package enum GPSDEvent: Sendable, Hashable {
  /// gpsd answered, with its release. Anything known of its devices is out of date.
  case connected(release: String)
  /// The paths of all its devices, whether they send data or not.
  case devices([String])
  /// gpsd began or stopped reading a device: it was plugged in, unplugged or given up.
  case device(path: String, isActive: Bool)
  case position(PositionReport)
  case sky(SkyReport)
  /// A line that libgps could not read, or an error of gpsd, as a short printable text.
  case rejected(String)
  /// The connection failed or ended. The delay is nil if there is no further attempt.
  case disconnected(reason: String, retriesAfter: TimeSpan?)
}

extension GPSDEvent {
  /// The path of the receiver that the event is about; nil if it is not about one receiver.
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

/// A TPV report of gpsd. Nil means that the receiver gave no value, or not a number.
package struct PositionReport: Sendable, Hashable {
  /// The receiver's path, such as /dev/ttyACM0.
  package var device: String?
  package var mode: FixMode
  /// The time of the receiver's clock, which may be weeks or years off until it receives
  /// satellites.
  package var time: Instant?
  /// The position; only in two- and three-dimensional mode.
  package var coordinate: Coordinate?
  /// The altitude above mean sea level.
  package var altitudeMeters: Double?
  /// The height above the WGS 84 ellipsoid.
  package var ellipsoidalHeightMeters: Double?
  package var speedMetersPerSecond: Double?
  /// The course, clockwise from true north.
  package var courseDegrees: Double?
  package var climbMetersPerSecond: Double?
  /// The value of eph, or else the root of the sum of the squares of epx and epy.
  ///
  /// Receivers do not agree on its confidence level; gpsd_json(5) calls the certainty unknown.
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

/// A SKY report of gpsd.
package struct SkyReport: Sendable, Hashable {
  package var device: String?
  package var time: Instant?
  /// The satellites; empty if the receiver reported only its precision.
  ///
  /// Some receivers do so between two full reports.
  package var satellites: [Satellite] = []
  package var horizontalDilution: Double?

  package var satellitesInView: Int { satellites.count }
  package var satellitesUsed: Int { satellites.count { $0.isUsed } }
}

/// A satellite that a receiver receives or expects.
package struct Satellite: Sendable, Hashable {
  package enum System: Int, Sendable, Hashable, CaseIterable {
    case gps, sbas, galileo, beiDou, imes, qzss, glonass, navIC
  }

  /// The satellite's number in NMEA, which indicates the system only roughly.
  package var prn: Int
  package var gnss: System?
  package var elevationDegrees: Double?
  package var azimuthDegrees: Double?
  package var signalDecibelHertz: Double?
  /// True if the satellite is used for the fix.
  package var isUsed: Bool
}
