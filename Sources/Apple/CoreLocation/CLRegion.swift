import Foundation
import Geodesy
import PhoneAPI

/// An area that the system watches.
///
/// Stand-in: only circles can be watched. The phone has no beacons.
open class CLRegion: NSObject, NSCopying, @unchecked Sendable {
  /// The name of the region. Two regions of one name are equal.
  public let identifier: String
  /// True if the app is told of entries.
  open var notifyOnEntry = true
  /// True if the app is told of exits.
  open var notifyOnExit = true

  init(identifier: String) { self.identifier = identifier }

  /// Returns true for a region of the same name.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }

  /// The hash of the region's name.
  open override var hash: Int { identifier.hashValue }

  /// Returns a copy with its own settings.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A circle that the system watches. An app can have at most 20 (REG-1).
open class CLCircularRegion: CLRegion, NSSecureCoding, @unchecked Sendable {
  /// The middle of the circle.
  public let center: CLLocationCoordinate2D
  /// The radius in meters.
  public let radius: CLLocationDistance

  /// Creates a circle.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  /// Returns true if the coordinate is in the circle.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    center.coordinate.distanceMeters(to: coordinate.coordinate) <= radius
  }

  /// Returns a copy with its own settings.
  open override func copy(with zone: NSZone? = nil) -> Any { CLCircularRegion(region) }

  /// The name, place and radius of the circle.
  open override var description: String {
    "CLCircularRegion (identifier:'\(identifier)', center:<\(center.latitude),\(center.longitude)>"
      + ", radius:\(radius)m)"
  }

  // MARK: Archives

  /// True: archives of circles can be read with a check of the class.
  public class var supportsSecureCoding: Bool { true }

  /// Creates a circle from an archive.
  ///
  /// Stand-in: the archive is not the one that Apple's systems write.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
      return nil
    }
    center = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    radius = coder.decodeDouble(forKey: "radius")
    super.init(identifier: identifier as String)
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }

  /// Writes the circle into an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }
}

/// The position of the phone relative to a region.
public enum CLRegionState: Int, Sendable { case unknown, inside, outside }

extension CLCircularRegion {
  package convenience init(_ region: CircularRegion) {
    self.init(
      center: CLLocationCoordinate2D(region.center), radius: region.radiusMeters,
      identifier: region.identifier)
    notifyOnEntry = region.notifyOnEntry
    notifyOnExit = region.notifyOnExit
  }

  package var region: CircularRegion {
    CircularRegion(
      identifier: identifier, center: center.coordinate, radiusMeters: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }
}

extension CLRegionState {
  init(_ state: RegionState) {
    switch state {
    case .unknown: self = .unknown
    case .inside: self = .inside
    case .outside: self = .outside
    }
  }
}
