import Timekeeping

/// What is wrong with a server for a while.
package enum ServerFault: Sendable, Hashable {
  /// Refuses every request with this status, and takes nothing; perhaps says when to come again.
  case status(Int, retryAfter: TimeSpan?)
  case fails(Manner)
  /// Takes what comes, and answers so much later.
  case delay(TimeSpan)
  /// Refuses one entry of each batch of health data, counted from 1.
  case refusesEntry(Int)

  /// The ways in which an answer can be none.
  package enum Manner: String, CaseIterable, Sendable, Hashable {
    /// Takes nothing, and says so with HTTP 200.
    case errorWith200 = "error-with-200"
    /// Something else answers with a page of its own and HTTP 200, and nothing is taken.
    case garbage
    /// Sends the request elsewhere, and takes nothing.
    case redirect
    /// Takes what comes; half of the answer's body arrives.
    case cutShort = "cut-short"
    /// Takes what comes; the connection breaks before the answer is whole.
    case breaksOff = "breaks-off"
    /// Takes what comes, and never answers.
    case hangs
  }
}

/// The kinds of health data to which one can consent, by their codes.
package enum HealthData: String, CaseIterable, Sendable, Hashable {
  case geoposition = "omh:geoposition:1.0"
  case timeInterval = "omh:time-interval:1.0"
}

/// What somebody says to their health data being sent.
package enum ConsentAnswer: String, CaseIterable, Sendable, Hashable {
  case given, withdrawn
}
