/// What a receiver is told once.
public struct ReceiverConfiguration: Sendable {
  /// Takes requests without a token.
  public var isOpen = false
  /// A token that is always good and speaks for `patient`; those in the store are good besides.
  public var accessToken: String?
  /// SHA-256. Without it no token of the store is recognised, and nobody can sign in.
  public var hash: (@Sendable (_ bytes: [UInt8]) -> [UInt8])?
  /// Whom `accessToken` speaks for, and everybody at an open receiver.
  public var patient = Patient(
    number: 40001, email: "patient@receiver.example", givenName: "Pat", familyName: "Example")
  /// Every patient takes part in each of them.
  public var studies = [
    Study(number: 30001, name: "Location study", codes: [.geoposition, .timeInterval])
  ]
  /// Where apps are told to sign in, without a closing slash.
  public var issuer = "https://receiver.example/o"
  public var clients = [
    OAuthClient(
      identifier: "odograph",
      redirectURIs: [
        "ehepilot://oauth/callback", "odograph://oauth/callback", OAuthClient.outOfBand,
      ])
  ]
  /// Longer bodies are refused with 413.
  public var bodyBytesMax = 4 << 20

  public init(isOpen: Bool = false, accessToken: String? = nil) {
    self.isOpen = isOpen
    self.accessToken = accessToken
  }
}
