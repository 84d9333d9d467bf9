import LivePhone

/// A notifier that records what it is asked to show, and reports a failure if the test sets one.
package final class WitnessedNotifier: Notifier {
  package var obstacle: String?
  package var shown: [String] = []
  package var failure: String?
  /// The number of times that a notification with a time became pending.
  package var pendingCount = 0

  package init() {}

  package func show(
    title: String, body: String, onFailure: @escaping @Sendable (String) -> Void
  ) {
    shown.append(body.isEmpty ? title : "\(title): \(body)")
    if let failure { onFailure(failure) }
  }

  package func willBeDue() { pendingCount += 1 }
  package func finish() {}
}
