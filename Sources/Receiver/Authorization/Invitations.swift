import PhoneAPI
import Text
import Timekeeping

/// The reason why an invitation does not lead to a sign-in.
enum InvitationFault: Error {
  case unknown, expired, used

  var status: Int {
    switch self {
    case .unknown: 404
    case .expired: 410
    case .used: 409
    }
  }

  var reason: String {
    switch self {
    case .unknown: "there is no such invitation"
    case .expired: "the invitation has expired"
    case .used: "the invitation has been used"
    }
  }
}

extension Receiver {
  /// Makes and returns an invitation for a patient. The store contains only its hash. Nil if the
  /// receiver has no hash function or no source of randomness.
  ///
  /// - Parameter isReusable: true for an invitation that is valid for any number of sign-ins; false
  ///   for a single sign-in.
  package func invite(
    patient: Int64, client: String? = nil, isReusable: Bool = false, at instant: Instant
  ) throws -> String? {
    guard configuration.hash != nil, randomness != nil,
      let client = client ?? configuration.clients.first?.identifier
    else { return nil }
    let secret = drawSecret(length: 32)
    try accept(
      invitation: secret, of: patient, client: client, isReusable: isReusable, at: instant)
    return secret
  }

  /// Stores an invitation for the patient. The caller chooses its secret text.
  package func accept(
    invitation secret: String, of patient: Int64, client: String? = nil, isReusable: Bool = false,
    at instant: Instant
  ) throws {
    guard let client = client ?? configuration.clients.first?.identifier else { return }
    try store.save(
      Invitation(
        hash: hash(secret), patient: patient, client: client, issuedAt: instant,
        isReusable: isReusable))
  }

  func redeem(_ secret: String, at instant: Instant) throws -> Result<Invitation, InvitationFault> {
    guard var invitation = try store.invitation(hash: hash(secret)),
      isEqualInConstantTime(invitation.hash, hash(secret))
    else { return .failure(.unknown) }
    if invitation.isUsed && !invitation.isReusable { return .failure(.used) }
    if let redeemedAt = invitation.redeemedAt, !invitation.isReusable {
      guard instant - redeemedAt <= Lifetime.redemption else { return .failure(.used) }
    } else {
      guard instant - invitation.issuedAt < Lifetime.invitation else { return .failure(.expired) }
      invitation.redeemedAt = instant
      try store.save(invitation)
    }
    return .success(invitation)
  }

  /// Marks an invitation as used for a sign-in. Returns false if the invitation was already used
  /// and is not reusable.
  func useUp(invitation hash: [UInt8]) throws -> Bool {
    guard var invitation = try store.invitation(hash: hash) else { return true }
    guard !invitation.isUsed || invitation.isReusable else { return false }
    invitation.isUsed = true
    try store.save(invitation)
    return true
  }

  /// Redeems an invitation without a browser, and answers with an authorization code.
  ///
  /// The app sends no PKCE challenge here. The receiver therefore computes the challenge from the
  /// invitation: the verifier of the code is the invitation's text in URL-safe base64.
  func answerInvitation(
    _ secret: String, _ request: HTTPRequest, at instant: Instant
  ) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let invitation: Invitation
    switch try redeem(secret, at: instant) {
    case .success(let redeemed): invitation = redeemed
    case .failure(let fault): return refusal(fault.status, fault.reason)
    }
    guard
      let redirectURI = configuration.clients.first(where: {
        $0.identifier == invitation.client
      })?.redirectURIs.first
    else { return refusal(404, "the invitation's client is no longer registered") }
    let code = try drawCode(
      patient: invitation.patient, client: invitation.client, redirectURI: redirectURI,
      scope: "openid email",
      challenge: challenge(of: base64URL(Array(secret.utf8))),
      invitation: invitation.hash, at: instant)
    return .json(
      200,
      #"{"grant":{"grant_type":"authorization_code","redirect_uri":\#(jsonString(redirectURI)),"#
        + #""client_id":\#(jsonString(invitation.client)),"code":"\#(code)"},"#
        + #""token_endpoint":\#(jsonString(configuration.issuer + "/token/")),"#
        + #""expires":"\#((instant + Lifetime.code).iso8601())"}"#)
  }
}
