import PhoneAPI
import Timekeeping

/// The patient or device that sends a request, according to the token in the request.
struct Bearer {
  /// The patient; nil if the token belongs to a device without a patient.
  var patient: Int64?
}

extension Receiver {
  package func knowsBearer(of request: HTTPRequest, at instant: Instant) throws -> Bool {
    try bearer(of: request, at: instant) != nil
  }

  /// Returns the bearer of a request; nil if the request has no valid token.
  func bearer(of request: HTTPRequest, at instant: Instant) throws -> Bearer? {
    guard let token = contract.token(of: request) else {
      return configuration.isOpen ? Bearer(patient: configuration.patient.number) : nil
    }
    if let accessToken = configuration.accessToken,
      isEqualInConstantTime(Array(accessToken.utf8), Array(token.utf8))
    {
      return Bearer(patient: configuration.patient.number)
    }
    if let issued = try issuedToken(token), issued.use == .access,
      issued.expiresAt.map({ instant < $0 }) ?? true
    {
      return Bearer(patient: issued.patient)
    }
    return configuration.isOpen ? Bearer(patient: configuration.patient.number) : nil
  }

  func issuedToken(_ token: some StringProtocol) throws -> IssuedToken? {
    guard let hash = configuration.hash?(Array(token.utf8)),
      let issued = try store.token(hash: hash),
      isEqualInConstantTime(issued.hash, hash)
    else { return nil }
    return issued
  }
}

extension ReceiverContract {
  /// Returns the token in a request's header `Authorization`; nil if the request has no token.
  ///
  /// OwnTracks sends the token as the user name of Basic authentication. A request to a gate may
  /// send it as the password. All other apps send `Bearer <token>`. The case of the words "Basic"
  /// and "Bearer" does not matter (RFC 7235). For Open Humans and Icecondor, the token may also be
  /// a part of the address.
  fileprivate func token(of request: HTTPRequest) -> Substring? {
    guard let header = request.header("Authorization") else { return token(in: request.url) }
    // Bytes are compared, which takes fewer steps than characters.
    let text = header.utf8.drop { $0 == UInt8(ascii: " ") }
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let scheme = text[..<space]
    let credentials = header[text.index(after: space)...]
    guard !credentials.isEmpty else { return nil }
    if isScheme(scheme, "bearer") { return self == .ownTracks ? nil : credentials }
    guard isScheme(scheme, "basic") else { return nil }
    switch self {
    case .ownTracks: return Self.credentials(credentials)?.user
    case .gate: return Self.credentials(credentials)?.password
    default: return nil
    }
  }

  private func isScheme(_ scheme: Substring.UTF8View, _ name: String) -> Bool {
    scheme.elementsEqual(name.utf8) { $0 | 0x20 == $1 }
  }

  /// Decodes the user name and the password of Basic authentication (RFC 7617).
  private static func credentials(_ text: Substring) -> (user: Substring, password: Substring)? {
    guard let bytes = Base64.decode(String(text)),
      let pair = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let user = pair.prefix { $0 != ":" }
    return (user, pair.dropFirst(user.count + 1))
  }

  private func token(in url: String) -> Substring? {
    switch self {
    case .openHumans:
      let parts = RequestTarget(url).components
      return parts.count == 2 ? parts.last : nil
    case .icecondor: return RequestTarget(url).query["token"].map { Substring($0) }
    default: return nil
    }
  }
}
