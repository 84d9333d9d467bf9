import PhoneAPI
import Timekeeping

/// An app that waits for large moves, and after each follows the person for ten minutes, to 100 m.
public final class ThriftyApp: App, LocationManagerDelegate {
  public static let manifest = AppManifest(
    name: "thrifty", backgroundModes: [.location],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse])

  private let phone: any Phone
  private let manager: any LocationManager
  private let keep: (Location) -> Void
  private var isFollowing = false

  public init(_ phone: any Phone, keep: @escaping (Location) -> Void) {
    self.phone = phone
    self.keep = keep
    manager = phone.makeLocationManager()
  }

  public func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    manager.desiredAccuracy = .hundredMeters
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.showsBackgroundLocationIndicator = true
    manager.startMonitoringSignificantLocationChanges()
  }

  public func locationManager(
    _ manager: any LocationManager, didUpdateLocations locations: [Location]
  ) {
    locations.forEach(keep)
    guard !isFollowing else { return }
    isFollowing = true
    manager.startUpdatingLocation()
    _ = phone.clock.schedule(after: .minutes(10), repeats: false) { [weak self] in
      self?.manager.stopUpdatingLocation()
      self?.isFollowing = false
    }
  }
}
