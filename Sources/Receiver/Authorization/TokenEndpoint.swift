import PhoneAPI
import Timekeeping

extension Receiver {
  /// Answers a request for tokens, which contains a code with its verifier, or a refresh token.
  func answerToken(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let fields = try FormFields(body: request.body)
    guard let client = fields["client_id"],
      configuration.clients.contains(where: { $0.identifier == client })
    else { return tokenRefusal("invalid_client", "client_id is not known") }
    try store.removeExpired(at: instant)
    switch fields["grant_type"] {
    case "authorization_code": return try exchangeCode(fields, client, at: instant)
    case "refresh_token": return try refresh(fields, client, at: instant)
    default:
      return tokenRefusal(
        "unsupported_grant_type", "neither authorization_code nor refresh_token")
    }
  }

  /// Returns tokens for an authorization code. If a code arrives twice, an attacker may have read
  /// it, so all tokens that the code has given are revoked.
  private func exchangeCode(
    _ fields: FormFields, _ client: String, at instant: Instant
  ) throws -> HTTPResponse {
    guard let secret = fields["code"], var code = try store.code(hash: hash(secret)),
      isEqualInConstantTime(code.hash, hash(secret)), instant < code.expiresAt
    else { return tokenRefusal("invalid_grant", "the code is not known or has expired") }
    guard !code.isSpent else {
      try store.revokeTokens(family: code.hash)
      return tokenRefusal("invalid_grant", "the code has been used")
    }
    guard code.client == client, code.redirectURI == fields["redirect_uri"] else {
      return tokenRefusal("invalid_grant", "the code was given to another client or redirect_uri")
    }
    guard let verifier = fields["code_verifier"],
      isEqualInConstantTime(Array(challenge(of: verifier).utf8), Array(code.challenge.utf8))
    else { return tokenRefusal("invalid_grant", "code_verifier does not match the challenge") }
    guard try useUp(invitation: code.invitation) else {
      return tokenRefusal("invalid_grant", InvitationFault.used.reason)
    }
    code.isSpent = true
    try store.save(code)
    return try issueTokens(
      patient: code.patient, client: client, scope: code.scope, family: code.hash, at: instant)
  }

  private func refresh(
    _ fields: FormFields, _ client: String, at instant: Instant
  ) throws -> HTTPResponse {
    guard let secret = fields["refresh_token"], var token = try issuedToken(secret),
      token.use == .refresh, token.client == client
    else { return tokenRefusal("invalid_grant", "the refresh token is not known") }
    guard !token.isSpent else {
      try store.revokeTokens(family: token.family)
      return tokenRefusal("invalid_grant", "the refresh token has been used")
    }
    token.isSpent = true
    try store.save(token)
    return try issueTokens(
      patient: token.patient, client: client, scope: token.scope, family: token.family,
      at: instant)
  }

  private func issueTokens(
    patient: Int64?, client: String, scope: String, family: [UInt8], at instant: Instant
  ) throws -> HTTPResponse {
    let access = drawSecret(length: 30)
    let refresh = drawSecret(length: 30)
    try store.save(
      IssuedToken(
        hash: hash(access), use: .access, patient: patient, client: client, scope: scope,
        family: family, issuedAt: instant, expiresAt: instant + Lifetime.accessToken))
    try store.save(
      IssuedToken(
        hash: hash(refresh), use: .refresh, patient: patient, client: client, scope: scope,
        family: family, issuedAt: instant))
    var response = HTTPResponse.json(
      200,
      #"{"access_token":"\#(access)","token_type":"Bearer","#
        + #""expires_in":\#(Int(Lifetime.accessToken.seconds)),"#
        + #""refresh_token":"\#(refresh)","scope":\#(jsonString(scope))}"#)
    response.headers.append(.noStore)
    return response
  }

  /// Answers a request that revokes a token (RFC 7009). All tokens of its sign-in become invalid.
  ///
  /// The answer is 200 for an unknown token too, because the client has reached its aim.
  func answerRevocation(_ request: HTTPRequest) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let fields = try FormFields(body: request.body)
    guard let client = fields["client_id"],
      configuration.clients.contains(where: { $0.identifier == client })
    else { return tokenRefusal("invalid_client", "client_id is not known") }
    guard let secret = fields["token"], !secret.isEmpty else {
      return tokenRefusal("invalid_request", "token is missing")
    }
    // Tokens that the owner gave to devices have no family, or one without a client.
    if let token = try issuedToken(secret), token.client == client, !token.family.isEmpty {
      try store.revokeTokens(family: token.family)
    }
    return HTTPResponse(status: 200, headers: [.noStore])
  }

  private func tokenRefusal(_ error: String, _ description: String) -> HTTPResponse {
    noteRefusal()
    var response = HTTPResponse.json(
      400, #"{"error":"\#(error)","error_description":"\#(description)"}"#)
    response.headers.append(.noStore)
    return response
  }
}
