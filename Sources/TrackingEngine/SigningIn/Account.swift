import Foundation
import PhoneAPI
import Timekeeping

/// The person's account at a server of health data: OAuth 2.0 for a public client (RFC 6749, 7636).
///
/// One signs in with a code, which a browser brings back from `beginSignIn`'s address, or with an
/// invitation. What the server gives is kept as a secret of the phone's, which can be read in the
/// background once the phone has been unlocked. Every refresh brings a new refresh token, which is kept
/// before it is used. Answers come as callbacks; none comes after the process's end.
package final class Account {
  package typealias Completion<Value> = (Result<Value, AccountError>) -> Void

  /// What concerns those who upload.
  package enum Event { case signedIn, consentGiven, refreshed }

  /// Who the server is.
  package struct Server: Sendable, Hashable {
    /// Scheme and host, without a closing slash: profile and consents are below it.
    package var root: String
    /// Without a closing slash.
    package var issuer: String
    package var clientIdentifier: String
    package var redirectURI: String
    package var scope = "openid"
    /// Good without a sign-in, as where a run was provisioned with it.
    package var accessToken: String?
    /// Quirk: see `EHEPilotQuirks`.
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

  /// What a sign-in brought.
  struct Session: Codable, Hashable {
    var accessToken: String
    var refreshToken: String?
    /// In nanoseconds since 1970.
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

  // MARK: What is known

  /// Nil also while the phone has not been unlocked since its start.
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

  /// Whether the access token is past its time, as the server told it.
  var isExpired: Bool {
    session.map { phone.clock.now.nanoseconds >= $0.expiresAt } ?? false
  }

  /// Whether a new token is awaited.
  var isRefreshing: Bool { !refreshWaiters.isEmpty }

  /// The person's number at the server, once it was asked.
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

package enum AccountError: Error, Sendable, Hashable {
  case noServer
  case notSignedIn
  case network(HTTPError)
  /// With what the server said.
  case refused(status: Int, String)
  case unreadable
  /// The code belongs to another sign-in than the one begun here.
  case foreignCode
}

extension AccountError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noServer: "no server of health data is set"
    case .notSignedIn: "nobody is signed in"
    case .network(let error): "\(error)"
    case .refused(let status, let text): text.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(text)"
    case .unreadable: "the server's answer cannot be read"
    case .foreignCode: "the code belongs to another sign-in"
    }
  }
}
