/// Deletes everything that waits when the app comes to the foreground and `purgesQueue` is on, which is
/// then off again.
final class QueuePurge: Behavior {
  let events: Events = .foreground
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func foregroundChanged() {
    guard tracker.isInForeground, tracker.settings.overland.purgesQueue else { return }
    let count = tracker.store.queueLength
    do {
      try tracker.store.removeWaiting(.all)
      tracker.change { $0.overland.purgesQueue = false }
      tracker.reportQueueLength(at: tracker.clock.now)
      tracker.note(.queuePurge, "deletes \(count) records unsent, as asked")
    } catch {
      tracker.note(.queuePurge, "\(error)")
    }
  }
}
