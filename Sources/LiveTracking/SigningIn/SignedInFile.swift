import Files
import Foundation
import LivePhone
import Terminal
import Text

/// What `odograph login` keeps of a sign-in, for `odograph upload`: tokens, the server's address, the
/// person's number there, and by what name this machine is known.
package struct SignedInFile {
  private static let serverKey = "server"

  package let path: String
  package let values: ValueFile

  /// In the user's folder for settings.
  package static var defaultPath: String { Folder.userSettings + "/odograph/tokens.json" }

  /// - Returns: nil for a file that holds a token and no sign-in.
  package init?(reading path: String) throws(InputError) {
    guard try SecretFile.text(of: path).first(where: { !$0.isWhitespace }) == "{" else {
      return nil
    }
    self.path = path
    do {
      values = try ValueFile(path: path) { Console.remark("odograph: " + $0) }
    } catch {
      throw InputError(
        SourceLocation(file: path), "--token-file: this is not what 'odograph login' writes",
        accepted: "a file of it, or a text with a token alone")
    }
  }

  /// Whose tokens these are: scheme, host and port.
  package var server: String? { values.values[Self.serverKey] }

  /// Puts a sign-in in the place of whatever was there.
  package static func write(_ values: ValueFile, server: String, to path: String) throws(InputError)
  {
    _ = values.set(server, forKey: serverKey)
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
