import CoreLocation
import UIKit

/// A tracker that lays a fence around the user, and the next one at each exit. Between two fences
/// it does not run.
final class FenceChain: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let radius: CLLocationDistance = 150
  private var left: CLCircularRegion?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("launch", launchOptions?[.location] == nil ? "user" : "location")
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    if manager.monitoredRegions.isEmpty { manager.requestLocation() }
  }

  /// An app for iOS 13 and later implements the older callback alone.
  nonisolated func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    note("authorization", "\(status)")
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last else { return }
    MainActor.assumeIsolated { layFence(around: location) }
  }

  private func layFence(around location: CLLocation) {
    if let left {
      let center = CLLocation(latitude: left.center.latitude, longitude: left.center.longitude)
      note("moved", "\(Int(center.distance(from: location))) \(left.contains(location.coordinate))")
    }
    for region in manager.monitoredRegions { manager.stopMonitoring(for: region) }
    let fence = CLCircularRegion(center: location.coordinate, radius: radius, identifier: "here")
    fence.notifyOnEntry = false
    manager.startMonitoring(for: fence)
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didStartMonitoringFor region: CLRegion
  ) {
    note("fence", "\(manager.monitoredRegions.count) \(region.identifier)")
  }

  nonisolated func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    let circle = region as? CLCircularRegion
    note("exit", "\(circle?.radius ?? 0) \(region.notifyOnEntry) \(region.notifyOnExit)")
    MainActor.assumeIsolated {
      left = circle
      self.manager.requestLocation()
    }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    note("state", "\(state)")
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didFailWithError error: any Error
  ) {
    note("failure", "\((error as NSError).code)")
  }
}
