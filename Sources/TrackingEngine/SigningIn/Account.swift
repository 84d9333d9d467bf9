import Foundation
import PhoneAPI
import Timekeeping

/// The user's account at a server of health data, by OAuth 2.0 for a public client (RFC 6749,
/// 7636).
///
/// The user signs in with a code, which a browser gets from `beginSignIn`'s address, or with an
/// invitation. The tokens are stored as a secret of the phone, readable in the background once the
/// phone has been unlocked. Every refresh brings a new refresh token, which is stored before it is
/// used. Results come as callbacks; none comes after the end of the process.
package final class Account {
  package typealias Completion<Value> = (Result<Value, AccountError>) -> Void

  /// The events that matter to uploads.
  package enum Event { case signedIn, consentGiven, refreshed }

  /// The addresses and identifiers of the server.
  package struct Server: Sendable, Hashable {
    /// The scheme and host, without a slash at the end; profile and consents are below it.
    package var root: String
    /// The address of the issuer, without a slash at the end.
    package var issuer: String
    package var clientIdentifier: String
    package var redirectURI: String
    package var scope = "openid"
    /// A token that is valid without a sign-in, for example one given to a run.
    package var accessToken: String?
    /// True if a failed refresh counts as success; see `EHEPilotQuirks`.
    package var refreshAlwaysFine = false

    package init(
      root: String, issuer: String, clientIdentifier: String, redirectURI: String
    ) {
      self.root = root
      self.issuer = issuer
      self.clientIdentifier = clientIdentifier
      self.redirectURI = redirectURI
    }
  }

  /// The tokens of a sign-in.
  struct Session: Codable, Hashable {
    var accessToken: String
    var refreshToken: String?
    /// The time at which the access token expires, in nanoseconds since 1970.
    var expiresAt: Int64
    var tokenEndpoint: String
    var clientIdentifier: String
  }

  private static let sessionKey = "session"
  private static let patientKey = "patient"
  private static let signedOutKey = "signedOut"

  let phone: any Phone
  package var server: Server?
  private var observers: [(Event) -> Void] = []
  private var known: Session?
  var refreshWaiters: [Completion<Void>] = []
  var isLearningPatient = false

  package init(phone: any Phone, server: Server?) {
    self.phone = phone
    self.server = server
  }

  func observe(_ observer: @escaping (Event) -> Void) { observers.append(observer) }
  func tell(_ event: Event) { for observer in observers { observer(event) } }

  // MARK: State

  /// The current session; nil also while the phone has not been unlocked since its start.
  var session: Session? {
    if known == nil, let text = phone.container.secret(forKey: Self.sessionKey) {
      known = try? JSONDecoder().decode(Session.self, from: Data(text.utf8))
    }
    return known
  }

  package var isSignedIn: Bool { accessToken != nil }

  package var accessToken: String? {
    if let session { return session.accessToken }
    return phone.container.value(forKey: Self.signedOutKey) == nil ? server?.accessToken : nil
  }

  /// True if the access token has expired, by the lifetime that the server gave.
  var isExpired: Bool {
    session.map { phone.clock.now.nanoseconds >= $0.expiresAt } ?? false
  }

  /// True while a refresh is under way.
  var isRefreshing: Bool { !refreshWaiters.isEmpty }

  /// The user's number at the server; nil before it has been requested.
  package internal(set) var patient: String? {
    get { phone.container.value(forKey: Self.patientKey) }
    set { phone.container.set(newValue, forKey: Self.patientKey) }
  }

  @discardableResult
  func keep(_ session: Session) -> Bool {
    known = session
    guard let data = try? JSONEncoder().encode(session) else { return false }
    phone.container.set(nil, forKey: Self.signedOutKey)
    return phone.container.setSecret(
      String(decoding: data, as: UTF8.self), forKey: Self.sessionKey,
      accessible: .afterFirstUnlock)
  }

  package func signOut() {
    known = nil
    phone.container.setSecret(nil, forKey: Self.sessionKey, accessible: .afterFirstUnlock)
    phone.container.set("yes", forKey: Self.signedOutKey)
    patient = nil
  }
}

/// An error of a request to the server of health data.
package enum AccountError: Error, Sendable, Hashable {
  case noServer
  case notSignedIn
  case network(HTTPError)
  /// The server refused the request, with this status and text.
  case refused(status: Int, String)
  case unreadable
  /// The code does not belong to the sign-in that was begun here.
  case foreignCode
}

extension AccountError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noServer: "no server of health data is set"
    case .notSignedIn: "the user is not signed in"
    case .network(let error): "\(error)"
    case .refused(let status, let text): text.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(text)"
    case .unreadable: "the server's answer cannot be read"
    case .foreignCode: "the code belongs to another sign-in"
    }
  }
}
