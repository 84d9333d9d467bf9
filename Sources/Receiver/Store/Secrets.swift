import Timekeeping

/// A token that the receiver issued. The receiver stores only its hash; the client has the token
/// itself.
package struct IssuedToken: Sendable, Equatable {
  package enum Use: String, Sendable, Hashable, Codable { case access, refresh }

  package var hash: [UInt8]
  package var use: Use
  /// The patient whom the token identifies; nil for a token of a device without a patient.
  package var patient: Int64?
  /// The name of the OAuth client. For a device that does not sign in, `client` is the name that
  /// the receiver's owner gave the device.
  package var client: String
  package var scope: String
  /// The ID of the token's family. All tokens from one sign-in have the same family, so that all
  /// can be revoked if one is stolen.
  package var family: [UInt8]
  package var issuedAt: Instant
  /// The instant at which the token expires; nil if the token does not expire.
  package var expiresAt: Instant?
  /// True for a refresh token that was used. Such a token is kept, because its second use reveals a
  /// theft.
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

/// An OAuth 2.0 authorization code (RFC 6749, RFC 7636), which can be exchanged for tokens once.
package struct AuthorizationCode: Sendable, Equatable {
  /// The hash of the code. It is also the family of the tokens that the code is exchanged for.
  package var hash: [UInt8]
  package var patient: Int64
  package var client: String
  package var redirectURI: String
  package var scope: String
  /// The PKCE challenge: the URL-safe base64 of the verifier's SHA-256 hash.
  package var challenge: String
  package var expiresAt: Instant
  package var isSpent: Bool
  /// The hash of the invitation for which the receiver gave this code.
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

/// An invitation with which a patient signs in without a password.
package struct Invitation: Sendable, Equatable {
  package var hash: [UInt8]
  package var patient: Int64
  package var client: String
  package var issuedAt: Instant
  /// The instant at which the invitation was first redeemed; nil if it was not. An invitation can
  /// be redeemed again for some hours, until a sign-in with it is complete.
  package var redeemedAt: Instant?
  /// True if a patient has signed in with the invitation.
  package var isUsed = false
  /// True if the invitation is valid for any number of sign-ins until it expires.
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

/// Returns true if `a` and `b` are equal. The time that this takes depends only on the lengths, so
/// the delay of an answer does not reveal how much of a guessed secret was right.
package func isEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for index in a.indices { difference |= a[index] ^ b[index] }
  return difference == 0
}
