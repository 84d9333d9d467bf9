/// The behavior that adds the motion, battery level and Wi-Fi name to each record; see
/// `CurrentSurroundings`.
final class SurroundingsWatch: Behavior {
  let events: Events = .tracking
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.currentSurroundings.beginReading()
    tracker.listenToMotion()
  }

  func trackingEnded() { tracker.currentSurroundings.stopListening() }
}
