import Files
import Foundation
import Text

/// In whose name something is sent: a sign-in's, a token's, or nobody's.
package enum BearerToken {
  package static let environmentName = "ODOGRAPH_DEVICE_TOKEN"

  case signIn(SignedInFile)
  case token(String)
  case none

  /// The environment's, else the file's, else what `odograph login` left for that very server.
  ///
  /// - Parameter endpoint: where it is to be sent to; a sign-in's tokens go to no other server.
  package static func find(file: String?, for endpoint: String) throws(InputError) -> BearerToken {
    let environment = ProcessInfo.processInfo.environment
    if let token = environment[environmentName], !token.isEmpty {
      guard isToken(token) else {
        throw InputError(.commandLine, "\(environmentName) is no token", accepted: acceptedToken)
      }
      return .token(token)
    }
    if let file { return try read(file, for: endpoint) }
    let path = SignedInFile.defaultPath
    guard FileManager.default.fileExists(atPath: path),
      let signIn = try SignedInFile(reading: path),
      signIn.server.map({ isBelow($0, endpoint) }) == true
    else { return .none }
    return .signIn(signIn)
  }

  private static let acceptedToken = "letters, digits and signs, without spaces"

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func read(
    _ path: String, for endpoint: String
  ) throws(InputError) -> BearerToken {
    let location = SourceLocation(file: path)
    try InputError.refuseUnlessFile(path, asWhat: "a file with a token")
    if let signIn = try SignedInFile(reading: path) {
      guard let server = signIn.server, isBelow(server, endpoint) else {
        throw InputError(
          location, "--token-file: these tokens are for \(signIn.server ?? "another server")",
          accepted: "tokens of the server of --to")
      }
      return .signIn(signIn)
    }
    let text = try SecretFile.text(of: path)
    let lines = SecretFile.lines(text)
    let token = SecretFile.named(text)["device"] ?? (lines.count == 1 ? lines[0] : "")
    guard isToken(token) else {
      throw InputError(
        location, "--token-file: there is no token in it",
        accepted: "a token alone, a line 'device: …', or what 'odograph login' writes")
    }
    return .token(token)
  }

  private static func isBelow(_ server: String, _ endpoint: String) -> Bool {
    guard endpoint.hasPrefix(server) else { return false }
    return endpoint.dropFirst(server.count).first.map { "/?#".contains($0) } ?? true
  }
}
