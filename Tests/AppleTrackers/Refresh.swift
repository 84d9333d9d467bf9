import BackgroundTasks
import CoreLocation
import UIKit

/// A tracker that asks for one position in each background refresh.
final class Refresh: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private static let identifier = "example.refresh"
  private let manager = CLLocationManager()
  private var task: BGTask?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.requestAlwaysAuthorization()
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) {
      [weak self] task in
      nonisolated(unsafe) let task = task
      MainActor.assumeIsolated { self?.run(task) }
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { submit() }

  private func submit() {
    let request = BGAppRefreshTaskRequest(identifier: Self.identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
      note("submitted", request.identifier)
    } catch {
      note("refused", "\(error)")
    }
  }

  private func run(_ task: BGTask) {
    submit()
    self.task = task
    task.expirationHandler = { note("expired", "") }
    note("refresh", "\(Int(Date().timeIntervalSinceReferenceDate))")
    task.setTaskCompleted(success: true)
  }
}
