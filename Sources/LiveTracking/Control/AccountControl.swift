/// A command about the user's account at a server of health data. The server's answer takes a while.
package enum AccountControl: Sendable, Equatable {
  /// Sign in with a code or an invitation; nil to get the address where the user signs in.
  case signIn(String?)
  case signOut
  /// List the consents.
  case consents
  /// Give or withdraw the consent to a kind of data; nil for all kinds that studies ask for.
  case consent(String?, isGiven: Bool)

  /// The command as text, in the form that `--send` accepts.
  var text: String {
    switch self {
    case .signIn(let secret): "sign-in" + Self.suffix(secret)
    case .signOut: "sign-out"
    case .consents: "consents"
    case .consent(let code, let isGiven): (isGiven ? "consent" : "withdraw") + Self.suffix(code)
    }
  }

  private static func suffix(_ value: String?) -> String { value.map { ":" + $0 } ?? "" }
}
