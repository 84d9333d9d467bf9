import Timekeeping

/// A token that was given out. The token itself is known to its bearer alone.
package struct IssuedToken: Sendable, Hashable {
  package enum Use: String, Sendable, Hashable, Codable { case access, refresh }

  package var hash: [UInt8]
  package var use: Use
  /// Whom its bearer speaks for; nil for a device's own token.
  package var patient: Int64?
  /// The OAuth client, or what the receiver's owner calls the device.
  package var client: String
  package var scope: String
  /// Shared by all that descend from one sign-in, so that a stolen one takes the rest with it.
  package var family: [UInt8]
  package var issuedAt: Instant
  /// Nil for one that does not expire.
  package var expiresAt: Instant?
  /// A refresh token that was used. It stays, for its coming again betrays a thief.
  package var isSpent: Bool

  package init(
    hash: [UInt8], use: Use, patient: Int64?, client: String, scope: String = "",
    family: [UInt8] = [], issuedAt: Instant, expiresAt: Instant? = nil, isSpent: Bool = false
  ) {
    self.hash = hash
    self.use = use
    self.patient = patient
    self.client = client
    self.scope = scope
    self.family = family
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.isSpent = isSpent
  }
}

/// An OAuth 2.0 authorization code (RFC 6749, RFC 7636), good for one exchange.
package struct AuthorizationCode: Sendable, Hashable {
  /// Also names the family of the tokens that it brings.
  package var hash: [UInt8]
  package var patient: Int64
  package var client: String
  package var redirectURI: String
  package var scope: String
  /// URL-safe base64 of the SHA-256 of the verifier.
  package var challenge: String
  package var expiresAt: Instant
  package var isSpent: Bool
  /// The hash of the invitation that brought it.
  package var invitation: [UInt8]

  package init(
    hash: [UInt8], patient: Int64, client: String, redirectURI: String, scope: String,
    challenge: String, expiresAt: Instant, isSpent: Bool = false, invitation: [UInt8] = []
  ) {
    self.hash = hash
    self.patient = patient
    self.client = client
    self.redirectURI = redirectURI
    self.scope = scope
    self.challenge = challenge
    self.expiresAt = expiresAt
    self.isSpent = isSpent
    self.invitation = invitation
  }
}

/// A link that signs a patient in without a password.
package struct Invitation: Sendable, Hashable {
  package var hash: [UInt8]
  package var patient: Int64
  package var client: String
  package var issuedAt: Instant
  /// First redemption; for some hours it may be redeemed again, until somebody has signed in.
  package var redeemedAt: Instant?
  /// Whether somebody has signed in with it.
  package var isUsed = false
  /// Good as often as somebody says it, until it expires.
  package var isReusable: Bool

  package init(
    hash: [UInt8], patient: Int64, client: String, issuedAt: Instant, redeemedAt: Instant? = nil,
    isReusable: Bool = false
  ) {
    self.hash = hash
    self.patient = patient
    self.client = client
    self.issuedAt = issuedAt
    self.redeemedAt = redeemedAt
    self.isReusable = isReusable
  }
}

/// Compares in a time that depends on the lengths alone, so that no answer's delay tells how much of
/// a guess was right.
package func isEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in a.indices { difference |= a[index] ^ b[index] }
  return difference == 0
}
