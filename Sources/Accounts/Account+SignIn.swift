import Foundation
import PhoneAPI
import Text
import Timekeeping

/// The two ways to sign in: with a code and PKCE, or with an invitation.
extension Account {
  private static let pendingKey = "signIn"

  /// The data of an unfinished sign-in, stored while the user is in the browser.
  private struct Pending: Codable {
    var verifier: String
    var state: String
    var tokenEndpoint: String
  }

  private struct Discovery: Decodable {
    var authorizationEndpoint: String
    var tokenEndpoint: String
    var revocationEndpoint: String?
  }

  private func discover(_ server: Server, _ completion: @escaping Completion<Discovery>) {
    send(HTTPRequest(method: "GET", url: server.issuer + "/.well-known/openid-configuration")) {
      completion($0.flatMap { Self.decode(Discovery.self, from: $0) })
    }
  }

  /// Gets the address at which the user signs in with a browser.
  ///
  /// The browser then receives a code for `signIn(code:)`.
  package func beginSignIn(_ completion: @escaping Completion<String>) {
    guard let server else { return completion(.failure(.noServer)) }
    discover(server) { [weak self] result in
      guard let self else { return }
      completion(result.map { self.begin(server, $0) })
    }
  }

  private func begin(_ server: Server, _ discovery: Discovery) -> String {
    let pending = Pending(
      verifier: base64URL(phone.cryptography.randomBytes(32)),
      state: base64URL(phone.cryptography.randomBytes(16)),
      tokenEndpoint: discovery.tokenEndpoint)
    keepPending(pending)
    let challenge = base64URL(phone.cryptography.sha256(Array(pending.verifier.utf8)))
    let query = Self.form([
      ("response_type", "code"), ("client_id", server.clientIdentifier),
      ("redirect_uri", server.redirectURI), ("scope", server.scope), ("state", pending.state),
      ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ])
    let separator = discovery.authorizationEndpoint.contains("?") ? "&" : "?"
    return discovery.authorizationEndpoint + separator + query
  }

  private func keepPending(_ pending: Pending?) {
    let text = pending.flatMap { try? JSONEncoder().encode($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    phone.container.setSecret(text, forKey: Self.pendingKey, accessible: .afterFirstUnlock)
  }

  private var pending: Pending? {
    phone.container.secret(forKey: Self.pendingKey)
      .flatMap { try? JSONDecoder().decode(Pending.self, from: Data($0.utf8)) }
  }

  /// Completes a sign-in that `beginSignIn` began in this process or in an earlier process.
  ///
  /// - Parameter code: the code, or the whole address to which the browser was redirected.
  package func signIn(code: String, _ completion: @escaping Completion<Void>) {
    guard let server else { return completion(.failure(.noServer)) }
    guard let pending else { return completion(.failure(.foreignCode)) }
    let query = URLComponents(string: code)?.queryItems
    let state = query?.first { $0.name == "state" }?.value
    guard state == nil || state == pending.state else {
      return completion(.failure(.foreignCode))
    }
    keepPending(nil)
    let code = query?.first { $0.name == "code" }?.value ?? code
    exchange(
      code, verifier: pending.verifier, redirectURI: server.redirectURI,
      client: server.clientIdentifier, at: pending.tokenEndpoint, completion)
  }

  /// Signs the user in with a text that the user typed: a code, the address that contains the code,
  /// or an invitation.
  ///
  /// A code and an invitation look alike, so a text that the server refuses as a code is tried as
  /// an invitation.
  package func signIn(with text: String, _ completion: @escaping Completion<Void>) {
    if text.contains("error=") { return completion(.failure(.denied(text))) }
    let isCode = text.contains("code=")
    if !isCode, text.contains("/") { return signIn(invitation: text, completion) }
    signIn(code: text) { [weak self] result in
      guard let self, case .failure(let first) = result, !isCode else { return completion(result) }
      switch first {
      case .foreignCode: signIn(invitation: text, completion)
      case .refused:
        signIn(invitation: text) { result in
          completion(result.mapError { .neither(code: first, invitation: $0) })
        }
      case .noServer, .notSignedIn, .network, .unreadable, .denied, .neither: completion(result)
      }
    }
  }

  /// Signs the user out on this phone, then asks the server to revoke the tokens (RFC 7009).
  ///
  /// - Parameter completion: receives true if the server revoked the tokens, and false if it offers
  ///   no revocation, or if there were no tokens of a sign-in.
  package func signOut(revoking completion: @escaping Completion<Bool>) {
    guard let session, let server else {
      signOut()
      return completion(.success(false))
    }
    signOut()
    discover(server) { [weak self] result in
      guard let self else { return }
      switch result.map(\.revocationEndpoint) {
      case .failure(let error): completion(.failure(error))
      case .success(nil): completion(.success(false))
      case .success(let endpoint?):
        let token = session.refreshToken ?? session.accessToken
        sendForm(endpoint, [("token", token), ("client_id", session.clientIdentifier)]) {
          completion($0.map { _ in true })
        }
      }
    }
  }

  private struct Redemption: Decodable {
    struct Grant: Decodable {
      var redirectUri: String
      var clientId: String
      var code: String
    }

    var grant: Grant
    var tokenEndpoint: String
  }

  /// Signs the user in with an invitation.
  ///
  /// - Parameter invitation: the invitation, or the link that contains it. The PKCE verifier is the
  ///   invitation in URL-safe base64.
  package func signIn(invitation: String, _ completion: @escaping Completion<Void>) {
    guard let server else { return completion(.failure(.noServer)) }
    let secret = String(invitation.split(separator: "/").last ?? "")
    guard secret.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }), !secret.isEmpty else {
      return completion(.failure(.unreadable))
    }
    send(HTTPRequest(method: "POST", url: server.root + "/api/v1/invitation/" + secret)) {
      [weak self] result in
      switch result.flatMap({ Self.decode(Redemption.self, from: $0) }) {
      case .failure(let error): completion(.failure(error))
      case .success(let redemption):
        self?.exchange(
          redemption.grant.code, verifier: base64URL(Array(secret.utf8)),
          redirectURI: redemption.grant.redirectUri, client: redemption.grant.clientId,
          at: redemption.tokenEndpoint, completion)
      }
    }
  }

  private func exchange(
    _ code: String, verifier: String, redirectURI: String, client: String, at endpoint: String,
    _ completion: @escaping Completion<Void>
  ) {
    let fields = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
      ("client_id", client), ("code_verifier", verifier),
    ]
    sendForm(endpoint, fields) { [weak self] result in
      guard let self else { return }
      switch result.flatMap({ Self.decode(Tokens.self, from: $0) }) {
      case .failure(let error): completion(.failure(error))
      case .success(let tokens):
        patient = nil
        signInCount += 1
        keep(
          Session(
            accessToken: tokens.accessToken, refreshToken: tokens.refreshToken,
            expiresAt: tokens.expiry(from: phone.clock.now, unlessTold: Tokens.lifetime),
            tokenEndpoint: endpoint, clientIdentifier: client, server: server?.root))
        notify(.signedIn)
        completion(.success(()))
      }
    }
  }
}

/// The answer of the server's token endpoint.
struct Tokens: Decodable {
  /// The lifetime to assume for an access token after a sign-in, if the server gives none.
  static let lifetime = TimeSpan.seconds(1_209_600 as Int64)
  /// The lifetime to assume for an access token after a refresh, if the server gives none.
  static let refreshedLifetime = TimeSpan.hours(1)

  var accessToken: String
  var refreshToken: String?
  var expiresIn: Double?

  func expiry(from now: Instant, unlessTold lifetime: TimeSpan) -> Int64 {
    (now + (expiresIn.map { .seconds($0) } ?? lifetime)).nanoseconds
  }
}
