import PhoneAPI

/// Follows closely while the person moves and loosely while they stay, as far as the phone tells.
///
/// Before it has told, and where it never does, the tracker's plain settings hold.
final class MotionAdaption: Behavior {
  private static let moving: MotionStates = [.walking, .running, .cycling, .automotive]

  let events: Events = [.tracking, .motion]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.listenToMotion()
    follow(tracker.surroundings.motion)
  }

  func trackingEnded() { tracker.pace = nil }
  func moved(_ activity: MotionActivity) { follow(MotionStates(activity)) }

  /// A car at a traffic light both moves and stays: that counts as moving.
  private func follow(_ motion: MotionStates) {
    if !motion.isDisjoint(with: Self.moving) {
      follow(at: tracker.settings.pace.moving, "the person moves")
    } else if motion.contains(.stationary) {
      follow(at: tracker.settings.pace.still, "the person stays")
    } else if let pace = tracker.pace {
      ask(for: pace)
    }
  }

  private func follow(at pace: Pace, _ reason: String) {
    if pace != tracker.pace {
      tracker.note(.motionAdaption, "\(reason): a fix each \(pace.interval)")
      tracker.pace = pace
    }
    ask(for: pace)
  }

  private func ask(for pace: Pace) {
    tracker.manager.desiredAccuracy = pace.desiredAccuracy
    tracker.manager.distanceFilterMeters = pace.distanceFilterMeters
  }
}
