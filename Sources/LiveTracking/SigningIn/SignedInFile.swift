import Files
import Foundation
import LivePhone
import Terminal
import Text

/// The file in which `odograph login` stores a sign-in for `odograph upload`.
///
/// The file contains the tokens, the server's address, the user's numeric ID on that server, and
/// the name of this machine.
package struct SignedInFile {
  private static let serverKey = "server"
  private static let issuerKey = "issuer"

  package let path: String
  package let values: ValueFile

  /// The file's default path, in the user's folder for settings.
  package static var defaultPath: String { Folder.userSettings + "/odograph/tokens.json" }

  /// Reads a sign-in from a file.
  ///
  /// - Returns: Nil if the file contains a plain token instead of a sign-in.
  package init?(reading path: String) throws(InputError) {
    guard try SecretFile.text(of: path).first(where: { !$0.isWhitespace }) == "{" else {
      return nil
    }
    self.path = path
    do {
      values = try ValueFile(path: path) { Console.remark("odograph: " + $0) }
    } catch {
      throw InputError(
        SourceLocation(file: path), "--token-file: this is not a file of 'odograph login'",
        accepted: "a file that it wrote, or a text file with only a token")
    }
  }

  /// The address of the server that accepts the tokens: scheme, host and port.
  package var server: String? { values.values[Self.serverKey] }

  /// The address of the sign-in; nil in a file of an earlier version.
  package var issuer: String? { values.values[Self.issuerKey] }

  /// Writes a sign-in to the file. It replaces an earlier sign-in.
  package static func write(
    _ values: ValueFile, server: String, issuer: String, to path: String
  ) throws(InputError) {
    _ = values.set(server, forKey: serverKey)
    _ = values.set(issuer, forKey: issuerKey)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard values.write(to: path) else {
      throw InputError(
        SourceLocation(file: path), "the tokens cannot be written",
        accepted: "--token-file with a file in a folder that you may write to")
    }
  }
}
