import Accounts
import PhoneAPI
import TrackingEngine

extension QueueUpload.Failure {
  /// A description, for users, of the reason why records were not sent.
  package var words: String {
    switch self {
    case .network(let error): error.words
    case .refused(let reason) where reason.hasPrefix("HTTP 401"):
      "\(reason); pass the token with --token-file or \(BearerToken.environmentName)"
    case .refused(let reason): reason
    case .account(let error): error.words
    case .store(let error): "\(error)"
    }
  }
}

extension AccountError {
  package var words: String {
    switch self {
    case .network(let error): error.words
    case .notSignedIn: "not signed in; run 'odograph login'"
    case .neither(let code, let invitation):
      "as a code it is refused (\(code.words)), as an invitation too (\(invitation.words))"
    case .noServer, .refused, .unreadable, .foreignCode, .denied: description
    }
  }
}

extension HTTPError {
  package var words: String {
    switch self {
    case .notConnectedToInternet: "there is no network"
    case .timedOut: "the server did not answer in time"
    case .cannotConnectToHost: "no server can be reached there"
    case .networkConnectionLost: "the connection was lost before the answer was complete"
    case .badURL: "nothing can be sent to that address"
    case .cancelled, .unavailable: "the request was interrupted"
    }
  }
}
