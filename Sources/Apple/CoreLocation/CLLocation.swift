import AppleProcess
import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

/// A position with its time and accuracies, as the system delivers it.
///
/// Two locations are equal only if they are the same object, as on Apple's systems.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  package let value: Location
  /// The origin of the location; nil if the app itself made it.
  public let sourceInformation: CLLocationSourceInformation?

  package init(_ value: Location, _ source: CLLocationSourceInformation?) {
    self.value = value
    sourceInformation = source
  }

  /// Creates a location from a fix of the phone.
  package convenience init(_ value: Location) { self.init(value, .phone) }

  /// Creates a location at latitude and longitude zero.
  public convenience override init() { self.init(latitude: 0, longitude: 0) }

  /// Creates a location at a coordinate, at the present time.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Creates a location without course and speed.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// Creates a location without the accuracies of course and speed.
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

  /// Creates a location.
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
        timestamp: timestamp.instant), nil)
  }

  /// Creates a location with its origin.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    sourceInfo: CLLocationSourceInformation
  ) {
    let location = CLLocation(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: courseAccuracy,
      speed: speed, speedAccuracy: speedAccuracy, timestamp: timestamp)
    self.init(location.value, sourceInfo)
  }

  /// The place.
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(value.coordinate) }
  /// The altitude above sea level in meters.
  open var altitude: CLLocationDistance { value.altitudeMeters }
  /// The altitude above the ellipsoid in meters.
  ///
  /// Stand-in: it is `altitude`, because the phone has no model of the geoid.
  open var ellipsoidalAltitude: CLLocationDistance { value.altitudeMeters }
  /// The radius that contains the true place in 68 % of fixes (STD-15); negative if there is none.
  open var horizontalAccuracy: CLLocationAccuracy { value.horizontalAccuracyMeters }
  /// The accuracy of the altitude in meters; negative without an altitude.
  open var verticalAccuracy: CLLocationAccuracy { value.verticalAccuracyMeters }
  /// The direction of travel in degrees; negative if it is unknown.
  open var course: CLLocationDirection { value.courseDegrees }
  /// The accuracy of the course in degrees; negative if it is unknown.
  open var courseAccuracy: CLLocationDirectionAccuracy { value.courseAccuracyDegrees }
  /// The speed in meters per second; -1 in fixes without satellites (STD-13).
  open var speed: CLLocationSpeed { value.speedMetersPerSecond }
  /// The accuracy of the speed in meters per second; negative if it is unknown.
  open var speedAccuracy: CLLocationSpeedAccuracy { value.speedAccuracyMetersPerSecond }
  /// The time of the fix. A cached fix may be hours old (STD-7).
  open var timestamp: Date { Date(value.timestamp) }
  /// The floor of the building, if the phone detected it.
  open var floor: CLFloor? { value.floor.map(CLFloor.init(level:)) }

  /// Returns the distance on the ellipsoid in meters.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    value.coordinate.distanceMeters(to: location.value.coordinate)
  }

  /// Returns the location itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The place, accuracy, speed, course and time.
  ///
  /// Stand-in: the time is in UTC, and not in the form of the user's region.
  open override var description: String {
    let c = value.coordinate
    return "<\(c.latitude.text("%+.8f")),\(c.longitude.text("%+.8f"))>"
      + " +/- \(horizontalAccuracy.text("%.2f"))m (speed \(speed.text("%.2f")) mps"
      + " / course \(course.text("%.2f"))) @ \(timestamp)"
  }

  // MARK: Archives

  /// True: archives of locations can be read with a check of the class.
  public class var supportsSecureCoding: Bool { true }

  /// Creates a location from an archive.
  ///
  /// Stand-in: the archive is not the one that Apple's systems write.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "latitude") else { return nil }
    func number(_ key: String) -> Double { coder.decodeDouble(forKey: key) }
    value = Location(
      coordinate: Coordinate(latitude: number("latitude"), longitude: number("longitude")),
      altitudeMeters: number("altitude"), horizontalAccuracyMeters: number("horizontalAccuracy"),
      verticalAccuracyMeters: number("verticalAccuracy"), speedMetersPerSecond: number("speed"),
      speedAccuracyMetersPerSecond: number("speedAccuracy"), courseDegrees: number("course"),
      courseAccuracyDegrees: number("courseAccuracy"),
      timestamp: Instant(nanoseconds: coder.decodeInt64(forKey: "time")),
      floor: coder.containsValue(forKey: "floor") ? coder.decodeInteger(forKey: "floor") : nil)
    sourceInformation = coder.decodeBool(forKey: "isFromPhone") ? .phone : nil
  }

  /// Writes the location into an archive.
  open func encode(with coder: NSCoder) {
    let numbers = [
      ("latitude", value.coordinate.latitude), ("longitude", value.coordinate.longitude),
      ("altitude", altitude), ("horizontalAccuracy", horizontalAccuracy),
      ("verticalAccuracy", verticalAccuracy), ("speed", speed), ("speedAccuracy", speedAccuracy),
      ("course", course), ("courseAccuracy", courseAccuracy),
    ]
    for (key, number) in numbers { coder.encode(number, forKey: key) }
    coder.encode(value.timestamp.nanoseconds, forKey: "time")
    if let floor = value.floor { coder.encode(floor, forKey: "floor") }
    coder.encode(sourceInformation === CLLocationSourceInformation.phone, forKey: "isFromPhone")
  }
}

extension Double {
  fileprivate func text(_ format: String) -> String { String(format: format, self) }
}

/// A floor of a building.
public final class CLFloor: NSObject, @unchecked Sendable {
  /// The number of the floor; 0 is the ground floor.
  public let level: Int
  init(level: Int) { self.level = level }
}

/// The origin of a location.
public final class CLLocationSourceInformation: NSObject, @unchecked Sendable {
  /// True if software made the location up.
  ///
  /// Stand-in: it is false for the locations of the simulated phone, so that an app that discards
  /// made-up ones works.
  public let isSimulatedBySoftware: Bool
  /// True if an accessory determined the location.
  public let isProducedByAccessory: Bool

  /// Creates the description of an origin.
  public init(softwareSimulationState: Bool, andExternalAccessoryState: Bool) {
    isSimulatedBySoftware = softwareSimulationState
    isProducedByAccessory = andExternalAccessoryState
  }

  static let phone = CLLocationSourceInformation(
    softwareSimulationState: false, andExternalAccessoryState: false)
}
