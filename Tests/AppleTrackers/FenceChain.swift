import CoreLocation
import UIKit

/// A tracker that lays a fence around the user, and the next one at each exit. Between two fences
/// it does not run.
final class FenceChain: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let radius: CLLocationDistance = 150

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("launch", launchOptions?[.location] == nil ? "user" : "location")
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    if manager.monitoredRegions.isEmpty { manager.requestLocation() }
    return true
  }

  nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    note("authorization", "\(manager.authorizationStatus)")
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last else { return }
    MainActor.assumeIsolated { layFence(around: location) }
  }

  private func layFence(around location: CLLocation) {
    for region in manager.monitoredRegions { manager.stopMonitoring(for: region) }
    let fence = CLCircularRegion(center: location.coordinate, radius: radius, identifier: "here")
    fence.notifyOnEntry = false
    manager.startMonitoring(for: fence)
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didStartMonitoringFor region: CLRegion
  ) {
    note("fence", region.identifier)
  }

  nonisolated func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    note("exit", region.identifier)
    MainActor.assumeIsolated { self.manager.requestLocation() }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didFailWithError error: any Error
  ) {
    note("failure", "\((error as NSError).code)")
  }
}
