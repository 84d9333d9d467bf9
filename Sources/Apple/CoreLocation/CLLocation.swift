@_exported import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationSpeedAccuracy = Double
public typealias CLLocationDirection = Double
public typealias CLLocationDirectionAccuracy = Double
public typealias CLHeadingComponentValue = Double

public let kCLDistanceFilterNone: CLLocationDistance = -1
public let kCLHeadingFilterNone: CLLocationDegrees = -1
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The accuracy of an app without precise location. Apple publishes no number for it.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 5000
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A latitude and a longitude in degrees on WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  public init() { self.init(latitude: 0, longitude: 0) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  coordinate.coordinate.isValid
}

extension CLLocationCoordinate2D {
  package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  package init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// The level of a building.
public final class CLFloor: NSObject, @unchecked Sendable {
  public let level: Int
  init(level: Int) { self.level = level }
}

/// The origin of a location.
public final class CLLocationSourceInformation: NSObject, @unchecked Sendable {
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool

  public init(softwareSimulationState: Bool, andExternalAccessoryState: Bool) {
    isSimulatedBySoftware = softwareSimulationState
    isProducedByAccessory = andExternalAccessoryState
  }
}

/// A position with its time and accuracies, as the system delivers it.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
  package let value: Location

  package init(_ value: Location) { self.value = value }

  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed,
      speedAccuracy: -1, timestamp: timestamp)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    self.init(
      Location(
        coordinate: coordinate.coordinate, altitudeMeters: altitude,
        horizontalAccuracyMeters: horizontalAccuracy, verticalAccuracyMeters: verticalAccuracy,
        speedMetersPerSecond: speed, speedAccuracyMetersPerSecond: speedAccuracy,
        courseDegrees: course, courseAccuracyDegrees: courseAccuracy,
        timestamp: timestamp.instant))
  }

  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(value.coordinate) }
  open var altitude: CLLocationDistance { value.altitudeMeters }
  open var ellipsoidalAltitude: CLLocationDistance { value.altitudeMeters }
  open var horizontalAccuracy: CLLocationAccuracy { value.horizontalAccuracyMeters }
  open var verticalAccuracy: CLLocationAccuracy { value.verticalAccuracyMeters }
  open var course: CLLocationDirection { value.courseDegrees }
  open var courseAccuracy: CLLocationDirectionAccuracy { value.courseAccuracyDegrees }
  open var speed: CLLocationSpeed { value.speedMetersPerSecond }
  open var speedAccuracy: CLLocationSpeedAccuracy { value.speedAccuracyMetersPerSecond }
  open var timestamp: Date { Date(value.timestamp) }
  open var floor: CLFloor? { value.floor.map(CLFloor.init(level:)) }
  open var sourceInformation: CLLocationSourceInformation? {
    CLLocationSourceInformation(softwareSimulationState: false, andExternalAccessoryState: false)
  }

  /// Returns the distance on the ellipsoid in meters.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    value.coordinate.distanceMeters(to: location.value.coordinate)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override var description: String {
    let c = value.coordinate
    return "<\(c.latitude),\(c.longitude)> +/- \(horizontalAccuracy)m "
      + "(speed \(speed) mps / course \(course)) @ \(timestamp)"
  }
}

/// A stay at a place. An arrival or a departure that the system does not know is in the distant
/// past or future.
open class CLVisit: NSObject, @unchecked Sendable {
  package let value: Visit
  package init(_ value: Visit) { self.value = value }

  open var arrivalDate: Date {
    value.arrival <= .distantPast ? .distantPast : Date(value.arrival)
  }
  open var departureDate: Date {
    value.departure >= .distantFuture ? .distantFuture : Date(value.departure)
  }
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(value.coordinate) }
  open var horizontalAccuracy: CLLocationAccuracy { value.horizontalAccuracyMeters }
}

/// The direction in which the phone points.
open class CLHeading: NSObject, @unchecked Sendable {
  package let value: Heading
  package init(_ value: Heading) { self.value = value }

  open var magneticHeading: CLLocationDirection { value.magneticDegrees }
  open var trueHeading: CLLocationDirection { value.trueDegrees }
  open var headingAccuracy: CLLocationDirection { value.accuracyDegrees }
  open var timestamp: Date { Date(value.timestamp) }
}
