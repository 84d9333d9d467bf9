import PhoneAPI
import PhoneClient

/// A tracker in a process of its own: it keeps each position of standard updates.
final class SampleTracker: App, LocationManagerDelegate {
  private let manager: any LocationManager
  private let records: AppProcessRecords

  init(_ phone: any Phone, _ records: AppProcessRecords) {
    manager = phone.makeLocationManager()
    self.records = records
  }

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    manager.desiredAccuracy = .best
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { records.keep(location) }
  }
}

AppProcess.run { SampleTracker($0, $1) }
