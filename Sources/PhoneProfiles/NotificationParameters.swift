import ModelParameters

/// The notifications that the phone keeps when too many local notifications are pending. Sources
/// disagree, so each case is a model variant (NET-7).
package enum NotificationLimit: String, PhoneVariant {
  package static let names = allNames

  /// The phone keeps the notifications that were added last, according to tests on iOS 11 and
  /// later.
  case keepsLast = "keeps-last"
  /// The phone keeps the notifications that are due soonest, according to old documentation.
  case keepsSoonest = "keeps-soonest"
}

/// The model's values for local notifications.
package struct NotificationParameters: Sendable {
  package let pendingMax: Double
  package let keepsLast: Bool

  package init(draw: inout ParameterDraw) {
    pendingMax = draw.known("notification.pendingMax", 64, "NET-7")
    let limit = draw.reading(
      "notificationLimit", standard: NotificationLimit.keepsLast, "NET-7")
    keepsLast = limit == .keepsLast
  }
}
