import Foundation
import PhoneAPI
import Timekeeping

/// The user's account at a server of health data, with OAuth 2.0 for a public client (RFC 6749, RFC
/// 7636).
///
/// The user signs in with an invitation, or with a code. A browser receives the code at the address
/// from `beginSignIn`. The tokens are stored as a secret in the phone's container. The app can read
/// the secret in the background after the first unlock of the phone. Every refresh brings a new
/// refresh token, which the app stores before use.
///
/// Results come through callbacks. After the process has ended, no callback comes.
package final class Account {
  package typealias Completion<Value> = (Result<Value, AccountError>) -> Void

  /// The events of an account after which uploads may be possible again.
  package enum Event { case signedIn, consentGiven, refreshed }

  /// The redirect address that makes the server show the code, so that the user can copy it.
  package static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  /// The addresses of the server, and the identifiers that it uses.
  package struct Server: Sendable, Hashable {
    /// The scheme and host, without a slash at the end.
    ///
    /// The addresses of the profile and the consents begin with this address.
    package var root: String
    /// The address of the issuer of tokens, without a slash at the end.
    package var issuer: String
    package var clientIdentifier: String
    package var redirectURI: String
    package var scope = "openid"
    /// A token that is valid without a sign-in, such as one that the user passed to a command.
    package var accessToken: String?
    /// True if a failed refresh counts as a success; see `EHEPilotQuirks`.
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

  /// The tokens that the account received when the user signed in or a token was renewed.
  struct Session: Codable, Hashable {
    var accessToken: String
    var refreshToken: String?
    /// The time at which the access token expires, in nanoseconds since 1970.
    var expiresAt: Int64
    var tokenEndpoint: String
    var clientIdentifier: String
    /// The root of the server to which the tokens belong; nil if an earlier version kept them.
    var server: String?
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
  /// The number of times that the user has signed in or out in this process.
  var signInCount = 0

  package init(phone: any Phone, server: Server?) {
    self.phone = phone
    self.server = server
  }

  package func observe(_ observer: @escaping (Event) -> Void) { observers.append(observer) }
  package func notify(_ event: Event) { for observer in observers { observer(event) } }

  // MARK: State

  /// The current tokens; nil if the user is not signed in at this server, or has not unlocked the
  /// phone since it was switched on.
  var session: Session? {
    if known == nil, let text = phone.container.secret(forKey: Self.sessionKey) {
      known = try? JSONDecoder().decode(Session.self, from: Data(text.utf8))
    }
    guard let owner = known?.server, let server, owner != server.root else { return known }
    return nil
  }

  package var isSignedIn: Bool { accessToken != nil }

  package var accessToken: String? {
    if let session { return session.accessToken }
    return phone.container.value(forKey: Self.signedOutKey) == nil ? server?.accessToken : nil
  }

  /// True if the access token has expired, according to the lifetime that the server gave.
  package var isExpired: Bool {
    session.map { phone.clock.now.nanoseconds >= $0.expiresAt } ?? false
  }

  /// True while the renewal of the access token awaits its answer.
  package var isRefreshing: Bool { !refreshWaiters.isEmpty }

  /// The user's number at the server; nil until the server has reported it.
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
    signInCount += 1
    phone.container.setSecret(nil, forKey: Self.sessionKey, accessible: .afterFirstUnlock)
    phone.container.set("yes", forKey: Self.signedOutKey)
    patient = nil
  }
}

/// An error when the tracker signs in, or sends a request, to the server of health data.
package enum AccountError: Error, Sendable, Hashable {
  case noServer
  case notSignedIn
  case network(HTTPError)
  /// The server refused the request, with this status and text.
  case refused(status: Int, String)
  case unreadable
  /// The code belongs to another sign-in, not to the one that `beginSignIn` began on this phone.
  case foreignCode
  /// The address with which the browser returned reports a refusal.
  case denied(String)
  /// The server refused a text both as a code and as an invitation.
  indirect case neither(code: AccountError, invitation: AccountError)
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
    case .denied(let text): "the server refused: \(text)"
    case .neither(let code, let invitation):
      "as a code it is refused (\(code)), as an invitation too (\(invitation))"
    }
  }
}
