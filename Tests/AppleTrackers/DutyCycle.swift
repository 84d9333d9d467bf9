import CoreLocation
import CoreMotion
import UIKit

/// A tracker that requests fine positions while the user moves, and coarse ones while the phone
/// lies still. The motion coprocessor says which.
final class DutyCycle: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let motion = CMMotionActivityManager()
  private let pedometer = CMPedometer()
  private let queue = OperationQueue()
  private var movingSince: Date?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.showsBackgroundLocationIndicator = true
    manager.desiredAccuracy = kCLLocationAccuracyThreeKilometers
    manager.startUpdatingLocation()
    guard CMMotionActivityManager.isActivityAvailable() else { return true }
    queue.maxConcurrentOperationCount = 1
    motion.startActivityUpdates(to: queue) { [weak self] activity in
      guard let activity, activity.confidence != .low else { return }
      let isMoving = activity.walking || activity.running || activity.automotive
      guard isMoving || activity.stationary else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.set(moving: isMoving) } }
    }
    return true
  }

  private func set(moving isMoving: Bool) {
    guard isMoving != (movingSince != nil) else { return }
    note("mode", "\(isMoving ? "fine" : "coarse") \(Date())")
    manager.desiredAccuracy =
      isMoving ? kCLLocationAccuracyBest : kCLLocationAccuracyThreeKilometers
    if let movingSince { countSteps(since: movingSince) }
    movingSince = isMoving ? Date() : nil
  }

  private func countSteps(since start: Date) {
    pedometer.queryPedometerData(from: start, to: Date()) { data, error in
      note("steps", data.map { "\($0.numberOfSteps)" } ?? "\(String(describing: error))")
    }
    Task { @MainActor in
      let activities = try await motion.queryActivityStarting(from: start, to: Date(), to: queue)
      note("walked", "\(activities.contains { $0.walking })")
    }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    MainActor.assumeIsolated {
      for _ in locations { note("position", movingSince == nil ? "coarse" : "fine") }
    }
  }
}
