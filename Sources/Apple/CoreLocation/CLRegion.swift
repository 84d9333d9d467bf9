import Foundation
import Geodesy
import PhoneAPI

/// An area that the system watches. On a simulated phone only circles can be watched.
open class CLRegion: NSObject, @unchecked Sendable {
  public let identifier: String
  open var notifyOnEntry = true
  open var notifyOnExit = true

  init(identifier: String) { self.identifier = identifier }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }

  open override var hash: Int { identifier.hashValue }
}

/// A circle that the system watches.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
  public let center: CLLocationCoordinate2D
  public let radius: CLLocationDistance

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    center.coordinate.distanceMeters(to: coordinate.coordinate) <= radius
  }
}

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
