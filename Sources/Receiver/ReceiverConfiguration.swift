/// The fixed configuration of a receiver.
package struct ReceiverConfiguration: Sendable {
  /// True to accept requests without a token.
  package var isOpen = false
  /// A token that is always valid and identifies `patient`. The tokens in the store are valid too.
  package var accessToken: String?
  /// The SHA-256 function. Without it, no token of the store is recognized and no user can sign in.
  package var hash: (@Sendable (_ bytes: [UInt8]) -> [UInt8])?
  /// The patient whom `accessToken` identifies. If the receiver is open, every request counts as
  /// this patient's.
  package var patient = Patient(
    number: 40001, email: "patient@receiver.example", givenName: "Pat", familyName: "Example")
  /// The studies that are not in the store. A patient who takes part in no study by name takes part
  /// in all of these.
  package var studies = [
    Study(number: 30001, name: "Location study", codes: [.geoposition, .timeInterval])
  ]
  /// The address at which apps sign in, without a trailing slash.
  package var issuer = "https://receiver.example/o"
  package var clients = [
    OAuthClient(
      identifier: "odograph",
      redirectURIs: [
        "ehepilot://oauth/callback", "odograph://oauth/callback", OAuthClient.outOfBand,
      ])
  ]
  /// The greatest length of a request's body in bytes. A longer body is refused with status 413.
  package var bodyBytesMax = 4 << 20

  package init(isOpen: Bool = false, accessToken: String? = nil) {
    self.isOpen = isOpen
    self.accessToken = accessToken
  }
}
