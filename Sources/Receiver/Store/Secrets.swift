import Timekeeping

/// A token that the receiver issued. Only its bearer has the token itself.
package struct IssuedToken: Sendable, Hashable {
  package enum Use: String, Sendable, Hashable, Codable { case access, refresh }

  package var hash: [UInt8]
  package var use: Use
  /// The patient that the bearer stands for; nil for a device's own token.
  package var patient: Int64?
  /// The OAuth client, or the name that the receiver's owner gave the device.
  package var client: String
  package var scope: String
  /// The family, which all tokens from one sign-in share. If one is stolen, all are revoked.
  package var family: [UInt8]
  package var issuedAt: Instant
  /// The instant of expiry; nil if the token does not expire.
  package var expiresAt: Instant?
  /// True for a refresh token that was used. It is kept, because a second use reveals a theft.
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

/// An OAuth 2.0 authorization code (RFC 6749, RFC 7636), valid for one exchange.
package struct AuthorizationCode: Sendable, Hashable {
  /// The hash of the code, which is also the family of the tokens that it brings.
  package var hash: [UInt8]
  package var patient: Int64
  package var client: String
  package var redirectURI: String
  package var scope: String
  /// The URL-safe base64 of the SHA-256 of the verifier.
  package var challenge: String
  package var expiresAt: Instant
  package var isSpent: Bool
  /// The hash of the invitation that gave this code.
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
  /// The instant of the first redemption. It may be redeemed again for some hours, until it brought
  /// a sign-in.
  package var redeemedAt: Instant?
  /// True if a patient has signed in with it.
  package var isUsed = false
  /// True if it is valid for any number of sign-ins until it expires.
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

/// Returns true if both are equal. It takes a time that depends only on the lengths, so that the
/// delay of an answer does not reveal how much of a guess was right.
package func isEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in a.indices { difference |= a[index] ^ b[index] }
  return difference == 0
}
