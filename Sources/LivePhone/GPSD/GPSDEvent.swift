import Geodesy
import Timekeeping

/// What a gpsd says, and what becomes of the connection to it; in the order of coming.
public enum GPSDEvent: Sendable, Hashable {
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
  public var device: String? {
    switch self {
    case .position(let report): report.device
    case .sky(let sky): sky.device
    case .device(let path, _): path
    case .connected, .devices, .rejected, .disconnected: nil
    }
  }
}

public enum FixMode: Int, Sendable, Hashable, Comparable {
  /// Nothing heard of the receiver's mode as yet.
  case unknown
  /// The receiver has no fix.
  case none
  case twoDimensional
  case threeDimensional

  public static func < (a: FixMode, b: FixMode) -> Bool { a.rawValue < b.rawValue }
}

/// One TPV of gpsd's. Nil is what the receiver did not say, or said as no number.
public struct PositionReport: Sendable, Hashable {
  /// The receiver's path, such as /dev/ttyACM0.
  public var device: String?
  public var mode: FixMode
  /// By the receiver's clock, which may be weeks or years off until it has heard satellites.
  public var time: Instant?
  /// In modes two- and three-dimensional alone.
  public var coordinate: Coordinate?
  /// Above mean sea level.
  public var altitudeMeters: Double?
  /// Above the WGS 84 ellipsoid.
  public var ellipsoidalHeightMeters: Double?
  public var speedMetersPerSecond: Double?
  /// Clockwise from true north.
  public var courseDegrees: Double?
  public var climbMetersPerSecond: Double?
  /// eph, else the root of the sum of the squares of epx and epy. Receivers do not agree on how sure it is;
  /// gpsd_json(5) calls the certainty unknown.
  public var horizontalAccuracyMeters: Double?
  public var verticalAccuracyMeters: Double?
  public var speedAccuracyMetersPerSecond: Double?
  public var courseAccuracyDegrees: Double?

  public init(
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
  public var hasFix: Bool { coordinate != nil }
}

/// One SKY of gpsd's.
public struct SkyReport: Sendable, Hashable {
  public var device: String?
  public var time: Instant?
  /// Empty where the receiver told its precision alone, as some do between two views of the sky.
  public var satellites: [Satellite]
  public var horizontalDilution: Double?

  public init(
    device: String? = nil, time: Instant? = nil, satellites: [Satellite] = [],
    horizontalDilution: Double? = nil
  ) {
    self.device = device
    self.time = time
    self.satellites = satellites
    self.horizontalDilution = horizontalDilution
  }

  public var satellitesInView: Int { satellites.count }
  public var satellitesUsed: Int { satellites.count { $0.isUsed } }
}

/// A satellite that a receiver hears or expects.
public struct Satellite: Sendable, Hashable {
  public enum System: Int, Sendable, Hashable, CaseIterable {
    case gps, sbas, galileo, beiDou, imes, qzss, glonass, navIC
  }

  /// As NMEA numbers it, which tells the system too, more or less.
  public var prn: Int
  public var gnss: System?
  public var elevationDegrees: Double?
  public var azimuthDegrees: Double?
  public var signalDecibelHertz: Double?
  /// For the fix.
  public var isUsed: Bool

  public init(
    prn: Int, gnss: System? = nil, elevationDegrees: Double? = nil, azimuthDegrees: Double? = nil,
    signalDecibelHertz: Double? = nil, isUsed: Bool
  ) {
    self.prn = prn
    self.gnss = gnss
    self.elevationDegrees = elevationDegrees
    self.azimuthDegrees = azimuthDegrees
    self.signalDecibelHertz = signalDecibelHertz
    self.isUsed = isUsed
  }
}
