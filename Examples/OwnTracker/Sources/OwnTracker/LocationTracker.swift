import CoreLocation
import Foundation
import UIKit

/// A tracker in the manner of many apps: a singleton that waits for significant changes, follows
/// the user for some minutes after each, and keeps its state in the defaults.
final class LocationTracker: NSObject, CLLocationManagerDelegate {
  static let shared = LocationTracker()

  private let manager = CLLocationManager()
  private var stopTimer: Timer?
  private(set) var visitedPoints = UserDefaults.standard.integer(forKey: "points")
  private let followSeconds: Double = {
    let seconds = UserDefaults.standard.double(forKey: "followSeconds")
    return seconds > 0 ? seconds : 300
  }()

  override init() {
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
  }

  func start() {
    if manager.authorizationStatus == .notDetermined { manager.requestAlwaysAuthorization() }
    manager.startMonitoringSignificantLocationChanges()
    follow()
  }

  private func follow() {
    manager.startUpdatingLocation()
    stopTimer?.invalidate()
    stopTimer = Timer.scheduledTimer(withTimeInterval: followSeconds, repeats: false) {
      [weak self] _ in
      self?.manager.stopUpdatingLocation()
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let last = locations.last, last.horizontalAccuracy > 0 else { return }
    visitedPoints += locations.count
    UserDefaults.standard.set(visitedPoints, forKey: "points")
    if last.speed > 0.5 || stopTimer?.isValid != true { follow() }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    print("location failed: \(error)")
  }
}
