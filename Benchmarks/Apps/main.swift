import CoreLocation
import Foundation
import UIKit

/// The apps that `Benchmarks/apps` measures, by the name of the link under which the program runs.
let apps: [String: @MainActor () -> Void] = [
  "visits": { VisitApp.main() },
  "standard": { StandardApp.main() },
  "filtered": { FilteredApp.main() },
]

let name = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
guard let app = apps[name] else {
  FileHandle.standardError.write(Data("there is no app '\(name)'\n".utf8))
  exit(2)
}
app()

/// Waits for visits.
final class VisitApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.startMonitoringVisits()
    return true
  }
}

/// Takes each position of standard updates.
class StandardApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  let manager = CLLocationManager()
  private(set) var count = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    return true
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    MainActor.assumeIsolated { take(locations) }
  }

  func take(_ locations: [CLLocation]) { count += locations.count }
}

/// Takes a position each 100 m, and keeps their number in the defaults.
final class FilteredApp: StandardApp {
  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.distanceFilter = 100
    return super.application(application, didFinishLaunchingWithOptions: launchOptions)
  }

  override func take(_ locations: [CLLocation]) {
    super.take(locations)
    UserDefaults.standard.set(count, forKey: "count")
  }
}
