@_exported import Foundation
import Geodesy

/// An angle of latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A distance in meters.
public typealias CLLocationDistance = Double
/// An accuracy in meters. A negative one says that the value is invalid.
public typealias CLLocationAccuracy = Double
/// A speed in meters per second.
public typealias CLLocationSpeed = Double
/// The accuracy of a speed in meters per second.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees, clockwise from north.
public typealias CLLocationDirection = Double
/// The accuracy of a direction in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// The distance filter that lets each update through.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The heading filter that lets each heading through.
public let kCLHeadingFilterNone: CLLocationDegrees = -1
/// The highest accuracy, with further sensors (STD-4).
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The highest accuracy of satellites, Wi-Fi and cells (STD-4).
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// An accuracy of ten meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// An accuracy of a hundred meters, for which Wi-Fi is enough (STD-4).
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of a kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// An accuracy of three kilometers.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The accuracy of an app without precise location.
///
/// Stand-in: Apple publishes no number for it.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 5000
/// The largest distance.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time span.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
/// A coordinate that is no place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A latitude and a longitude in degrees on WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  /// The latitude in degrees, positive to the north.
  public var latitude: CLLocationDegrees
  /// The longitude in degrees, positive to the east.
  public var longitude: CLLocationDegrees

  /// Creates a coordinate.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Creates the coordinate at latitude and longitude zero.
  public init() { self.init(latitude: 0, longitude: 0) }
}

/// Returns a coordinate.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

/// Returns true if latitude and longitude are in their ranges.
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
