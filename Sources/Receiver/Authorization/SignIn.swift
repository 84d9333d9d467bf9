import PhoneAPI
import Text
import Timekeeping

/// An app that may ask users to sign in. It is a public client of RFC 6749.
package struct OAuthClient: Sendable {
  package var identifier: String
  /// The app's registered redirect addresses. If an app redeems an invitation without a browser,
  /// the receiver uses the first address.
  package var redirectURIs: [String]

  /// The redirect address that makes the page show the code, so that the user copies the code to
  /// the app.
  package static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"
}

/// The sign-in: OAuth 2.0's authorization code with PKCE (RFC 6749, 7636), refresh with rotation,
/// and invitations that replace passwords.
///
/// A patient gets an invitation of 32 characters. The store contains only its hash. The patient has
/// to redeem the invitation within seven days. An interrupted sign-in can be repeated within twelve
/// hours of the first redemption. When a sign-in has returned tokens, its invitation becomes
/// invalid. A reusable invitation is valid for any number of sign-ins in its seven days.
///
/// A patient redeems an invitation on the page of `authorize`. An app can redeem it without a
/// browser at `/api/v1/invitation/…`. In both cases the app gets a code, and exchanges the code and
/// its verifier for tokens.
///
/// A refresh token is valid once. The app exchanges it for new tokens, among them the next refresh
/// token. If a refresh token arrives twice, then it was stolen, or the app did not receive the new
/// tokens. The receiver cannot distinguish these cases, so it revokes all tokens of that sign-in.
extension Receiver {
  enum Lifetime {
    static let code = TimeSpan.minutes(10)
    static let accessToken = TimeSpan.seconds(1_209_600 as Int64)
    static let invitation = TimeSpan.days(7)
    static let redemption = TimeSpan.hours(12)
  }

  /// Answers a request of the sign-in. Nil for other requests. Nil too if the receiver has no hash
  /// function or no source of randomness.
  func answerSignIn(
    _ request: HTTPRequest, _ target: RequestTarget, at instant: Instant
  ) throws -> HTTPResponse? {
    guard configuration.hash != nil, randomness != nil else { return nil }
    let base = RequestTarget(configuration.issuer).path
    switch target.path {
    case "\(base)/.well-known/openid-configuration", "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server\(base)":
      return discovery
    case "\(base)/authorize": return try answerAuthorize(request, target, at: instant)
    case "\(base)/token": return try answerToken(request, at: instant)
    case "\(base)/revoke_token": return try answerRevocation(request)
    default:
      let components = target.components
      guard components.count == 4, components.starts(with: ["api", "v1", "invitation"]) else {
        return nil
      }
      return try answerInvitation(String(components[3]), request, at: instant)
    }
  }

  /// The answer that describes the sign-in to apps, in the format of RFC 8414 and of OpenID Connect
  /// Discovery. Members for features that the receiver does not have are left out.
  private var discovery: HTTPResponse {
    let issuer = configuration.issuer
    return .json(
      200,
      #"{"issuer":\#(jsonString(issuer)),"#
        + #""authorization_endpoint":\#(jsonString(issuer + "/authorize/")),"#
        + #""token_endpoint":\#(jsonString(issuer + "/token/")),"#
        + #""revocation_endpoint":\#(jsonString(issuer + "/revoke_token/")),"#
        + #""response_types_supported":["code"],"#
        + #""grant_types_supported":["authorization_code","refresh_token"],"#
        + #""code_challenge_methods_supported":["S256"],"#
        + #""token_endpoint_auth_methods_supported":["none"],"#
        + #""scopes_supported":["openid","email"]}"#)
  }

  // MARK: Secrets

  /// Returns random letters and digits from the receiver's `randomness`.
  func drawSecret(length: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    guard var generator = randomness else { return "" }
    defer { randomness = generator }
    return String(
      (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
  }

  func hash(_ secret: String) -> [UInt8] { configuration.hash?(Array(secret.utf8)) ?? [] }

  /// Returns the challenge that belongs to a verifier, by the method S256 of PKCE.
  func challenge(of verifier: String) -> String { base64URL(hash(verifier)) }

  /// Returns a new token for a device that does not sign in. The store contains only the token's
  /// hash. Nil if the receiver has no hash function or no source of randomness.
  package func issueToken(
    to client: String, patient: Int64? = nil, at instant: Instant
  ) throws -> String? {
    guard configuration.hash != nil, randomness != nil else { return nil }
    let token = drawSecret(length: 32)
    try store.save(
      IssuedToken(
        hash: hash(token), use: .access, patient: patient, client: client, issuedAt: instant))
    return token
  }

  func drawCode(
    patient: Int64, client: String, redirectURI: String, scope: String, challenge: String,
    invitation: [UInt8], at instant: Instant
  ) throws -> String {
    let code = drawSecret(length: 30)
    try store.save(
      AuthorizationCode(
        hash: hash(code), patient: patient, client: client, redirectURI: redirectURI,
        scope: scope, challenge: challenge, expiresAt: instant + Lifetime.code,
        invitation: invitation))
    return code
  }
}
