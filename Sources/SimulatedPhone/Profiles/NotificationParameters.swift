/// The local notifications that stay when there are too many. Sources disagree (NET-7).
enum NotificationLimit: String, CaseIterable {
  /// The ones added last, by tests on iOS 11 and later.
  case keepsLast = "keeps-last"
  /// The ones due soonest, by old documentation.
  case keepsSoonest = "keeps-soonest"
}

/// The figures of local notifications.
package struct NotificationParameters: Sendable, Hashable {
  package let pendingMax: Double
  package let keepsLast: Bool

  init(draw: inout ParameterDraw) {
    pendingMax = draw.known("notification.pendingMax", 64, "NET-7")
    let limit = draw.reading(
      "notificationLimit", standard: NotificationLimit.keepsLast, "NET-7")
    keepsLast = limit == .keepsLast
  }
}
