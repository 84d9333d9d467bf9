import Geodesy
import Timekeeping

/// One position fix, like `CLLocation`. A negative accuracy, speed or course means "unknown".
public struct Location: Sendable, Hashable {
  public var coordinate: Coordinate
  public var altitudeMeters: Double
  /// The radius in meters that contains the true position in 68 % of fixes (STD-15). If it is
  /// negative, the fix has no position.
  public var horizontalAccuracyMeters: Double
  public var verticalAccuracyMeters: Double
  /// The speed in m/s; -1 in fixes made without GNSS (STD-13).
  public var speedMetersPerSecond: Double
  public var speedAccuracyMetersPerSecond: Double
  /// The course in degrees, clockwise from true north.
  public var courseDegrees: Double
  public var courseAccuracyDegrees: Double
  /// The instant at which the phone determined the position. A cached fix may be hours old (STD-7).
  public var timestamp: Instant
  /// The floor, or `noFloor`. With an optional, the size of a location is no multiple of eight, and
  /// a copy waits for the stores of the copy before.
  @usableFromInline var storedFloor: Int

  @inlinable public var floor: Int? {
    get { storedFloor == Location.noFloor ? nil : storedFloor }
    set { storedFloor = newValue ?? Location.noFloor }
  }

  @inlinable static var noFloor: Int { .min }

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
    storedFloor = floor ?? Location.noFloor
  }
}

/// The accuracy that the app requests. It decides which positioning hardware the phone uses (STD-4,
/// STD-20).
public enum DesiredAccuracy: String, Sendable, Hashable, CaseIterable, Codable {
  case bestForNavigation, best, nearestTenMeters, hundredMeters, kilometer, threeKilometers
  /// The accuracy for an app that needs only an approximate area, since iOS 14.
  case reduced

  /// The value of the corresponding iOS constant: -2, -1, 10, 100, 1000 or 3000 m.
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

  /// True if this accuracy needs satellites. Wi-Fi is enough for 100 m (STD-4).
  public var needsGNSS: Bool {
    switch self {
    case .bestForNavigation, .best, .nearestTenMeters: true
    case .hundredMeters, .kilometer, .threeKilometers, .reduced: false
    }
  }
}

/// The purpose of the location updates. The phone uses it to decide when the user has stopped
/// moving (PAU-3).
public enum ActivityType: String, Sendable, Hashable, CaseIterable, Codable {
  case other, automotiveNavigation, fitness, otherNavigation, airborne
}

public enum AuthorizationStatus: String, Sendable, Hashable, CaseIterable, Codable {
  case notDetermined, restricted, denied, whenInUse, always
}

public enum AccuracyAuthorization: String, Sendable, Hashable, CaseIterable, Codable {
  case full, reduced
}

/// A circle that the phone watches for the app. An app may have at most 20 regions (REG-1).
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

/// A stay that the phone detected. The phone estimates the times of arrival and departure
/// afterwards (VIS-1).
public struct Visit: Sendable, Hashable {
  public var coordinate: Coordinate
  public var horizontalAccuracyMeters: Double
  /// The time of arrival; `.distantPast` if the phone did not detect the arrival.
  public var arrival: Instant
  /// The time of departure; `.distantFuture` while the stay goes on.
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

/// The direction in which the phone points, clockwise from north, from 0° to below 360°.
public struct Heading: Sendable, Hashable {
  public var magneticDegrees: Double
  /// The heading in degrees from true north; negative while the phone has no position.
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

/// The reasons that `didFail` reports, like `CLError`.
public enum LocationError: Error, Sendable, Hashable {
  /// The phone has no fix at present. It keeps trying, except after `requestLocation`.
  case locationUnknown
  case denied
  case headingFailure
  case regionMonitoringDenied
  /// The app watches more than 20 regions, or the phone cannot watch regions (REG-1).
  case regionMonitoringFailure
  case deferredFailed
  case promptDeclined
}
