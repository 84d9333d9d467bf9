import Geodesy
import Timekeeping

/// One position fix, like `CLLocation`. Negative accuracies, speed and course mean "not known".
public struct Location: Sendable, Hashable {
  public var coordinate: Coordinate
  public var altitudeMeters: Double
  /// Radius that holds the true position in 68 % of fixes (STD-15); negative: no position.
  public var horizontalAccuracyMeters: Double
  public var verticalAccuracyMeters: Double
  /// -1 in fixes made without GNSS (STD-13).
  public var speedMetersPerSecond: Double
  public var speedAccuracyMetersPerSecond: Double
  /// Clockwise from true north.
  public var courseDegrees: Double
  public var courseAccuracyDegrees: Double
  /// When the position was true; a cached fix may be hours old (STD-7).
  public var timestamp: Instant
  public var floor: Int?

  @inlinable
  public init(
    coordinate: Coordinate, altitudeMeters: Double = 0, horizontalAccuracyMeters: Double,
    verticalAccuracyMeters: Double = -1, speedMetersPerSecond: Double = -1,
    speedAccuracyMetersPerSecond: Double = -1, courseDegrees: Double = -1,
    courseAccuracyDegrees: Double = -1, timestamp: Instant, floor: Int? = nil
  ) {
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.verticalAccuracyMeters = verticalAccuracyMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.speedAccuracyMetersPerSecond = speedAccuracyMetersPerSecond
    self.courseDegrees = courseDegrees
    self.courseAccuracyDegrees = courseAccuracyDegrees
    self.timestamp = timestamp
    self.floor = floor
  }
}

/// How good a fix the app asks for; decides which hardware works (STD-4, STD-20).
public enum DesiredAccuracy: String, Sendable, Hashable, CaseIterable, Codable {
  case bestForNavigation, best, nearestTenMeters, hundredMeters, kilometer, threeKilometers
  /// iOS 14's constant for an app content with an area.
  case reduced

  /// The number behind the constant: -2, -1, 10, 100, 1000, 3000 m.
  public var meters: Double {
    switch self {
    case .bestForNavigation: -2
    case .best: -1
    case .nearestTenMeters: 10
    case .hundredMeters: 100
    case .kilometer: 1000
    case .threeKilometers, .reduced: 3000
    }
  }

  /// Whether satellites are needed to satisfy it; 100 m is met by Wi-Fi (STD-4).
  public var needsGNSS: Bool {
    switch self {
    case .bestForNavigation, .best, .nearestTenMeters: true
    case .hundredMeters, .kilometer, .threeKilometers, .reduced: false
    }
  }
}

/// What the updates are for; decides what counts as staying (PAU-3).
public enum ActivityType: String, Sendable, Hashable, CaseIterable, Codable {
  case other, automotiveNavigation, fitness, otherNavigation, airborne
}

public enum AuthorizationStatus: String, Sendable, Hashable, CaseIterable, Codable {
  case notDetermined, restricted, denied, whenInUse, always
}

public enum AccuracyAuthorization: String, Sendable, Hashable, CaseIterable, Codable {
  case full, reduced
}

/// A circle to be watched. At most 20 an app (REG-1).
public struct CircularRegion: Sendable, Hashable {
  public var identifier: String
  public var center: Coordinate
  public var radiusMeters: Double
  public var notifyOnEntry: Bool
  public var notifyOnExit: Bool

  public init(
    identifier: String, center: Coordinate, radiusMeters: Double, notifyOnEntry: Bool = true,
    notifyOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.center = center
    self.radiusMeters = radiusMeters
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}

public enum RegionState: String, Sendable, Hashable { case unknown, inside, outside }

/// A stay as the phone noticed it, dates estimated afterwards (VIS-1).
public struct Visit: Sendable, Hashable {
  public var coordinate: Coordinate
  public var horizontalAccuracyMeters: Double
  /// `.distantPast` when the arrival was not seen.
  public var arrival: Instant
  /// `.distantFuture` while the stay goes on.
  public var departure: Instant

  public init(
    coordinate: Coordinate, horizontalAccuracyMeters: Double, arrival: Instant, departure: Instant
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.arrival = arrival
    self.departure = departure
  }
}

/// Where the phone points, clockwise from north, 0 up to 360.
public struct Heading: Sendable, Hashable {
  public var magneticDegrees: Double
  /// Negative while the phone does not know where it is.
  public var trueDegrees: Double
  public var accuracyDegrees: Double
  public var timestamp: Instant

  public init(
    magneticDegrees: Double, trueDegrees: Double, accuracyDegrees: Double, timestamp: Instant
  ) {
    self.magneticDegrees = magneticDegrees
    self.trueDegrees = trueDegrees
    self.accuracyDegrees = accuracyDegrees
    self.timestamp = timestamp
  }
}

/// Reasons that `didFail` gives, as `CLError`.
public enum LocationError: Error, Sendable, Hashable {
  /// No fix for now; the phone goes on trying (except for `requestLocation`).
  case locationUnknown
  case denied
  case headingFailure
  case regionMonitoringDenied
  /// More than 20 regions, or none watched on this phone (REG-1).
  case regionMonitoringFailure
  case deferredFailed
  case promptDeclined
}
