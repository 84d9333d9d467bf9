import PhoneAPI

/// A momentary event of the app or of its screen, for the drawing of a day.
///
/// Lasting states are in `PhoneStatus`. Explanations are in `PhoneNote`.
package enum PhoneOccurrence: Sendable, Hashable {
  /// The system gives the app run time in the background. It is a launch if the app was dead.
  case woken(LaunchReason, isLaunch: Bool)
  case notificationShown(title: String)
  case notificationTapped(title: String)
  /// The system reported an activity of the motion coprocessor to the app.
  case toldOfMotion(MotionActivity)
  /// The circles that the system watches for the app from now on, including those of notifications.
  case watches([CircularRegion])
  /// The app, or the system for it, tried to send a number of bytes.
  case request(bytes: Int, RequestOutcome)
}

/// The outcome of a request to the server.
package enum RequestOutcome: Sendable, Hashable {
  case answered(status: Int)
  /// The server accepted it and does not answer.
  case unanswered
  /// The connection broke on the way, or the server broke it.
  case brokenOff
  case offline
  case serverAway
}

extension SimulatedPhone {
  /// Reports an occurrence to the observer. Without an observer it is not evaluated.
  func tell(_ occurrence: @autoclosure () -> PhoneOccurrence) {
    guard let observer, observer.wantsOccurrences else { return }
    observer.phone(saw: occurrence(), at: now)
  }
}
