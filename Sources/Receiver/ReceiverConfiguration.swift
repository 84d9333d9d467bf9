/// What a receiver is told once.
package struct ReceiverConfiguration: Sendable {
  /// Takes requests without a token.
  package var isOpen = false
  /// A token that is always good and speaks for `patient`; those in the store are good besides.
  package var accessToken: String?
  /// SHA-256. Without it no token of the store is recognized, and nobody can sign in.
  package var hash: (@Sendable (_ bytes: [UInt8]) -> [UInt8])?
  /// Whom `accessToken` speaks for, and everybody at an open receiver.
  package var patient = Patient(
    number: 40001, email: "patient@receiver.example", givenName: "Pat", familyName: "Example")
  /// Every patient takes part in each of them.
  package var studies = [
    Study(number: 30001, name: "Location study", codes: [.geoposition, .timeInterval])
  ]
  /// Where apps are told to sign in, without a closing slash.
  package var issuer = "https://receiver.example/o"
  package var clients = [
    OAuthClient(
      identifier: "odograph",
      redirectURIs: [
        "ehepilot://oauth/callback", "odograph://oauth/callback", OAuthClient.outOfBand,
      ])
  ]
  /// Longer bodies are refused with 413.
  package var bodyBytesMax = 4 << 20

  package init(isOpen: Bool = false, accessToken: String? = nil) {
    self.isOpen = isOpen
    self.accessToken = accessToken
  }
}
