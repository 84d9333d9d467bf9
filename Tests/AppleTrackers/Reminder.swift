import UIKit
import UserNotifications

/// An app that reminds the user to start it, and awaits the user's tap.
class Reminder: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  private let center = UNUserNotificationCenter.current()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    center.delegate = self
    let start = UNNotificationAction(identifier: "start", title: "Start", options: [.foreground])
    center.setNotificationCategories([
      UNNotificationCategory(
        identifier: "trip", actions: [start], intentIdentifiers: [], options: [])
    ])
    Task { try await remind() }
    return true
  }

  private func remind() async throws {
    let isAllowed = try await center.requestAuthorization(options: [.alert])
    note("allowed", "\(isAllowed)")
    let content = UNMutableNotificationContent()
    content.title = "Start the trip"
    content.categoryIdentifier = "trip"
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false)
    try await center.add(
      UNNotificationRequest(identifier: "trip", content: content, trigger: trigger))
    note("pending", await center.pendingNotificationRequests().map(\.identifier).joined())
  }

  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    let isTap = response.actionIdentifier == UNNotificationDefaultActionIdentifier
    note("tapped", "\(response.notification.request.identifier) \(isTap)")
  }
}
