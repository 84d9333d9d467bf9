import Files
import Foundation
import Text

/// The credentials for sending records: the tokens of a sign-in, a single token, or none.
package enum BearerToken {
  package static let environmentName = "ODOGRAPH_DEVICE_TOKEN"

  case signIn(SignedInFile)
  case token(String)
  case none

  /// Finds the credentials. It uses the token in the environment, else the file, else the sign-in
  /// by `odograph login`.
  ///
  /// - Parameter endpoint: The address to send to. The tokens of a sign-in are sent only to the
  ///   server of that sign-in.
  package static func find(file: String?, for endpoint: String) throws(InputError) -> BearerToken {
    let environment = ProcessInfo.processInfo.environment
    if let token = environment[environmentName], !token.isEmpty {
      guard isToken(token) else {
        throw InputError(
          .commandLine, "\(environmentName) is not a valid token", accepted: acceptedToken)
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

  private static let acceptedToken = "letters, digits and punctuation, without spaces"

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
          accepted: "tokens for the server of --to")
      }
      return .signIn(signIn)
    }
    let text = try SecretFile.text(of: path)
    let lines = SecretFile.lines(text)
    let token = SecretFile.named(text)["device"] ?? (lines.count == 1 ? lines[0] : "")
    guard isToken(token) else {
      throw InputError(
        location, "--token-file: no token found",
        accepted: "a token alone, a line 'device: …', or the file of 'odograph login'")
    }
    return .token(token)
  }

  private static func isBelow(_ server: String, _ endpoint: String) -> Bool {
    guard endpoint.hasPrefix(server) else { return false }
    return endpoint.dropFirst(server.count).first.map { "/?#".contains($0) } ?? true
  }
}
