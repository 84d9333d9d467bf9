import Timekeeping

/// A fault of a server, for a limited time.
package enum ServerFault: Sendable, Hashable {
  /// Refuses every request with this HTTP status and stores nothing. The answer may contain a time
  /// after which the app should try again.
  case status(Int, retryAfter: TimeSpan?)
  case fails(FailureKind)
  /// Stores the records, and sends the answer after this delay.
  case delay(TimeSpan)
  /// Refuses one entry of each batch of health data. The number is the entry's position, from 1.
  case refusesEntry(Int)

  /// The kinds of failure that a server's answer can have.
  package enum FailureKind: String, CaseIterable, Sendable, Hashable {
    /// Stores nothing, and reports the error with HTTP 200.
    case errorWith200 = "error-with-200"
    /// Stores nothing. Another system answers with a page of its own and HTTP 200, such as a
    /// hotel's sign-in page.
    case garbage
    /// Redirects the request to another address, and stores nothing.
    case redirect
    /// Stores the records, but only half of the answer's body arrives.
    case cutShort = "cut-short"
    /// Stores the records, but the connection breaks before the answer is complete.
    case breaksOff = "breaks-off"
    /// Stores the records, but never answers.
    case hangs
  }
}

/// The kinds of health data to which a user can consent, by their codes.
package enum HealthData: String, CaseIterable, Sendable, Hashable {
  case geoposition = "omh:geoposition:1.0"
  case timeInterval = "omh:time-interval:1.0"
}

/// The user's consent to the sending of health data, or its withdrawal.
package enum ConsentAnswer: String, CaseIterable, Sendable, Hashable {
  case given, withdrawn
}
