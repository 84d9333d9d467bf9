import Timekeeping

/// A fault of a server, for a limited time.
package enum ServerFault: Sendable, Hashable {
  /// Refuses every request with this status and stores nothing; may include a time after which to
  /// try again.
  case status(Int, retryAfter: TimeSpan?)
  case fails(Manner)
  /// Stores the records, and answers after this delay.
  case delay(TimeSpan)
  /// Refuses one entry of each batch of health data, counted from 1.
  case refusesEntry(Int)

  /// The ways in which an answer can fail.
  package enum Manner: String, CaseIterable, Sendable, Hashable {
    /// Stores nothing, and reports the error with HTTP 200.
    case errorWith200 = "error-with-200"
    /// Another system answers with a page of its own and HTTP 200; nothing is stored.
    case garbage
    /// Redirects the request to another address, and stores nothing.
    case redirect
    /// Stores the records; half of the answer's body arrives.
    case cutShort = "cut-short"
    /// Stores the records; the connection breaks before the answer is complete.
    case breaksOff = "breaks-off"
    /// Stores the records, and never answers.
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
