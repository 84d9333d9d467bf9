import PhoneAPI

/// Something that happens to the app or is shown to the person, as a picture of the day has it.
///
/// What lasts is in `PhoneStatus`; what only explains is a `PhoneNote`.
package enum PhoneOccurrence: Sendable, Hashable {
  /// The system gives the app run time in the background; a launch where it was dead.
  case woken(LaunchReason, isLaunch: Bool)
  case notificationShown(title: String)
  case notificationTapped(title: String)
  /// What the motion coprocessor took the person for, when the app was told.
  case toldOfMotion(MotionActivity)
  /// The circles that the system watches for the app from now on, notifications' included.
  case watches([CircularRegion])
  /// The app, or the system for it, tried to send so many bytes.
  case request(bytes: Int, RequestOutcome)
}

/// What became of a request to the server.
package enum RequestOutcome: Sendable, Hashable {
  case answered(status: Int)
  /// The server took it and does not answer.
  case unanswered
  /// The connection broke, on the way or by the server.
  case brokenOff
  case offline
  case serverAway
}

extension SimulatedPhone {
  /// Costs nothing where nobody draws a picture.
  func tell(_ occurrence: @autoclosure () -> PhoneOccurrence) {
    guard let observer, observer.wantsOccurrences else { return }
    observer.phone(saw: occurrence(), at: now)
  }
}
