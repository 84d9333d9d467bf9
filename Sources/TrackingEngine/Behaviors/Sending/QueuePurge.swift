/// The behavior that deletes all unsent records when the app comes to the foreground.
///
/// It acts only if the setting `purgesQueue` is on, and then turns that setting off.
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
      tracker.note(.queuePurge, "deletes \(count) unsent records, as `purgesQueue` asks")
    } catch {
      tracker.note(.queuePurge, "\(error)")
    }
  }
}
