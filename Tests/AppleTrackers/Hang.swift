import CoreLocation
import UIKit

/// Requests updates, and then waits on the main thread for what never comes.
final class Hang: NSObject, UIApplicationDelegate {
  private let manager = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.requestAlwaysAuthorization()
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    DispatchSemaphore(value: 0).wait()
    return true
  }
}
