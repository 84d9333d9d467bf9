import Foundation

/// The means by which a live phone shows notifications.
package protocol Notifier: AnyObject {
  /// The reason why this machine shows no notifications; nil if it shows them.
  var obstacle: String? { get }
  /// Shows a notification. Calls `onFailure` from any thread if it was not shown.
  func show(title: String, body: String, onFailure: @escaping @Sendable (String) -> Void)
  /// Called when a notification with a time becomes pending. The time may come after the app's end.
  func willBeDue()
  /// Waits a short time until the last notifications are shown.
  func finish()
}

/// A notifier of a machine without any means to show notifications.
package final class AbsentNotifier: Notifier {
  package let obstacle: String?

  package init(_ obstacle: String = "this machine shows no notifications") {
    self.obstacle = obstacle
  }

  package func show(
    title: String, body: String, onFailure: @escaping @Sendable (String) -> Void
  ) {}
  package func willBeDue() {}
  package func finish() {}
}

/// A notifier that starts a program for each notification, one after the other.
package final class CommandNotifier: Notifier {
  package let obstacle: String? = nil
  private let command: NotificationCommand
  private let onPending: () -> Void
  private let queue = DispatchQueue(label: "notifications")
  private let running = DispatchGroup()

  /// - Parameter onPending: Called when a notification with a time becomes pending.
  package init(_ command: NotificationCommand, onPending: @escaping () -> Void = {}) {
    self.command = command
    self.onPending = onPending
  }

  package func show(
    title: String, body: String, onFailure: @escaping @Sendable (String) -> Void
  ) {
    queue.async(group: running) { [command] in
      if let reason = command.show(title: title, body: body) { onFailure(reason) }
    }
  }

  package func willBeDue() { onPending() }

  package func finish() { _ = running.wait(timeout: .now() + .seconds(2)) }
}
