import Timekeeping

/// The fixes that a live phone did not deliver to the app since the start.
package struct UndeliveredFixes: Sendable {
  package private(set) var counts: [UndeliveredReason: Int] = [:]
  package private(set) var newest: (reason: UndeliveredReason, at: Instant)?

  mutating func add(_ reason: UndeliveredReason, at now: Instant) {
    counts[reason, default: 0] += 1
    newest = (reason, now)
  }
}

/// The reason why a live phone did not deliver a fix to the app.
package enum UndeliveredReason: Sendable, Hashable, CaseIterable {
  /// The fix is nearer to the last one than the app's distance filter allows.
  case distanceFilter
  /// The updates are paused, because the phone does not move.
  case paused
  /// The app monitors significant changes only, and the fix is none.
  case noSignificantChange
  /// The app has requested no fixes.
  case notRequested
}
