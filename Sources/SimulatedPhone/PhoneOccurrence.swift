import PhoneAPI

/// A momentary event of the app or of its screen, for the view that draws a simulated day.
///
/// `PhoneStatus` describes states that last for some time. `PhoneNote` explains events in words.
package enum PhoneOccurrence: Sendable {
  /// The system gives the app run time in the background. `isLaunch` is true if the system had to
  /// launch the app, because the app was dead.
  case woken(LaunchReason, isLaunch: Bool)
  case notificationShown(title: String)
  case notificationTapped(title: String)
  /// The app received an activity of the motion coprocessor.
  case toldOfMotion(MotionActivity)
  /// The system watches these circles for the app from now on. The list includes the circles of
  /// notifications that appear when the user enters or leaves a place.
  case watches([CircularRegion])
  /// The app tried to send a number of bytes, or the system tried to send them for the app.
  case request(bytes: Int, RequestOutcome)
}

/// The outcome of a request to the server.
package enum RequestOutcome: Sendable {
  case answered(status: Int)
  /// The server accepted the request and does not answer it.
  case unanswered
  /// The connection broke during the transfer, or the server broke it.
  case brokenOff
  case offline
  case serverAway
}

extension SimulatedPhone {
  /// Reports an occurrence to the observer. Without an observer the argument is not evaluated.
  func notify(_ occurrence: @autoclosure () -> PhoneOccurrence) {
    guard let observer, observer.wantsOccurrences else { return }
    observer.phone(saw: occurrence(), at: now)
  }
}
