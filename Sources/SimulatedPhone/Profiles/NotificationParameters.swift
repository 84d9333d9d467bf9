/// Which local notifications stay when there are too many: accounts differ (NET-7).
enum NotificationLimit: String, CaseIterable {
  /// Tests on iOS 11 and since: the ones added last.
  case keepsLast = "keeps-last"
  /// Old documentation: the ones due soonest.
  case keepsSoonest = "keeps-soonest"
}

/// Local notifications and geocoding in figures.
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
