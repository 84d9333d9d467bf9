import CoreLocation
import UIKit

/// A tracker that iterates live updates in a task. Each launch begins its session again.
final class LiveUpdates: UIResponder, UIApplicationDelegate {
  private var session: CLBackgroundActivitySession?
  private var task: Task<Void, Never>?
  private var count = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    note("launch", "\(Date())")
    session = CLBackgroundActivitySession()
    task = Task {
      do { try await follow() } catch { note("failure", "\(error)") }
    }
    return true
  }

  private func follow() async throws {
    for try await update in CLLocationUpdate.liveUpdates(.fitness) {
      guard !update.authorizationDenied, !update.accuracyLimited else {
        note("refused", "\(update.authorizationDenied) \(update.location == nil)")
        continue
      }
      if update.stationary {
        note("stationary", "\(Date().timeIntervalSinceReferenceDate) \(count)")
        // The user has arrived: this tracker follows one trip alone.
        if name == "live-updates-once", count > 1000 { break }
      } else if let location = update.location {
        count += 1
        note("position", "\(location.timestamp.timeIntervalSinceReferenceDate)")
      }
    }
    note("end", "\(count)")
  }
}
