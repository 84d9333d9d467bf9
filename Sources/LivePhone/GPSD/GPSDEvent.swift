import Geodesy
import Timekeeping

/// What a gpsd says, and what becomes of the connection to it; in the order of coming.
package enum GPSDEvent: Sendable, Hashable {
  /// It answered, and names its release. Anything known of its devices is out of date.
  case connected(release: String)
  /// The paths of all its devices, whether they speak or not.
  case devices([String])
  /// A device began or ceased to be read: plugged in, unplugged, given up.
  case device(path: String, isActive: Bool)
  case position(PositionReport)
  case sky(SkyReport)
  /// What gpsd sent and libgps would not have, or gpsd's own complaint: in a few printable words.
  case rejected(String)
  /// No connection could be made, or the one there was is over. Nil: nothing more comes.
  case disconnected(reason: String, retriesAfter: TimeSpan?)
}

extension GPSDEvent {
  /// Whose it is, where it is one receiver's.
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
  /// Nothing heard of the receiver's mode as yet.
  case unknown
  /// The receiver has no fix.
  case none
  case twoDimensional
  case threeDimensional

  package static func < (a: FixMode, b: FixMode) -> Bool { a.rawValue < b.rawValue }
}

/// One TPV of gpsd's. Nil is what the receiver did not say, or said as no number.
package struct PositionReport: Sendable, Hashable {
  /// The receiver's path, such as /dev/ttyACM0.
  package var device: String?
  package var mode: FixMode
  /// By the receiver's clock, which may be weeks or years off until it has heard satellites.
  package var time: Instant?
  /// In modes two- and three-dimensional alone.
  package var coordinate: Coordinate?
  /// Above mean sea level.
  package var altitudeMeters: Double?
  /// Above the WGS 84 ellipsoid.
  package var ellipsoidalHeightMeters: Double?
  package var speedMetersPerSecond: Double?
  /// Clockwise from true north.
  package var courseDegrees: Double?
  package var climbMetersPerSecond: Double?
  /// eph, else the root of the sum of the squares of epx and epy. Receivers do not agree on how sure it is;
  /// gpsd_json(5) calls the certainty unknown.
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

  /// Whether it says where the receiver is.
  package var hasFix: Bool { coordinate != nil }
}

/// One SKY of gpsd's.
package struct SkyReport: Sendable, Hashable {
  package var device: String?
  package var time: Instant?
  /// Empty where the receiver told its precision alone, as some do between two views of the sky.
  package var satellites: [Satellite] = []
  package var horizontalDilution: Double?

  package var satellitesInView: Int { satellites.count }
  package var satellitesUsed: Int { satellites.count { $0.isUsed } }
}

/// A satellite that a receiver hears or expects.
package struct Satellite: Sendable, Hashable {
  package enum System: Int, Sendable, Hashable, CaseIterable {
    case gps, sbas, galileo, beiDou, imes, qzss, glonass, navIC
  }

  /// As NMEA numbers it, which tells the system too, more or less.
  package var prn: Int
  package var gnss: System?
  package var elevationDegrees: Double?
  package var azimuthDegrees: Double?
  package var signalDecibelHertz: Double?
  /// For the fix.
  package var isUsed: Bool
}
