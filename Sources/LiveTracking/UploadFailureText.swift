import PhoneAPI
import TrackingEngine

extension QueueUpload.Failure {
  /// Why records are left, for people.
  package var words: String {
    switch self {
    case .network(let error): error.words
    case .refused(let reason) where reason.hasPrefix("HTTP 401"):
      "\(reason); --token-file or \(BearerToken.environmentName) gives the token"
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
    case .notSignedIn: "nobody is signed in; 'odograph login' does that"
    case .noServer, .refused, .unreadable, .foreignCode: description
    }
  }
}

extension HTTPError {
  package var words: String {
    switch self {
    case .notConnectedToInternet: "there is no network"
    case .timedOut: "the server did not answer in time"
    case .cannotConnectToHost: "no server can be reached there"
    case .networkConnectionLost: "the connection broke off before the answer was there, whole"
    case .badURL: "nothing can be sent to that address"
    case .cancelled, .unavailable: "the request was broken off"
    }
  }
}
