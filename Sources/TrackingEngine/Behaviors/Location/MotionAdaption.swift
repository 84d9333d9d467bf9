import PhoneAPI

/// The behavior that asks for accurate, frequent fixes while the user moves, and for fewer fixes
/// while the user does not move.
///
/// Until the phone reports motion, the tracker's usual settings apply.
final class MotionAdaption: Behavior {
  private static let moving: MotionStates = [.walking, .running, .cycling, .automotive]

  let events: Events = [.tracking, .motion]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.listenToMotion()
    follow(tracker.motion)
  }

  func trackingEnded() { tracker.pace = nil }
  func moved(_ activity: MotionActivity) { follow(MotionStates(activity)) }

  /// Chooses the pace, `moving` or `still`, for the motion that the phone reports.
  ///
  /// In a car at a traffic light, the phone reports automotive and stationary at once; this counts
  /// as moving.
  private func follow(_ motion: MotionStates) {
    if !motion.isDisjoint(with: Self.moving) {
      follow(at: tracker.settings.pace.moving, "the user moves")
    } else if motion.contains(.stationary) {
      follow(at: tracker.settings.pace.still, "the user stays")
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
