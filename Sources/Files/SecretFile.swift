import Foundation
import Text

/// A file with a secret, which only its owner may read.
package enum SecretFile {
  /// Reads the file's text.
  ///
  /// - Parameter option: The option that names the file.
  package static func text(
    of path: String, option: String = "--token-file"
  ) throws(InputError) -> String {
    let location = SourceLocation(file: path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
    // systemd protects a service's credential by an access list, which appears as a right of the
    // group.
    let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    let isCredential = credentials.map { !$0.isEmpty && path.hasPrefix($0 + "/") } ?? false
    guard mode & (isCredential ? 0o037 : 0o077) == 0 else {
      throw InputError(
        location, "\(option): users other than its owner may read the file",
        accepted: "a file of mode 600: chmod 600 \(path)")
    }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw InputError(
        location, "\(option): the file cannot be read", accepted: "a text file that you may read")
    }
    return text
  }

  /// Reads lines of the form `name: secret`, and ignores other lines and those that begin with #.
  package static func named(_ text: String) -> [String: String] {
    var secrets: [String: String] = [:]
    for line in lines(text) {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if parts.count == 2 { secrets[parts[0]] = parts[1] }
    }
    return secrets
  }

  /// Returns the lines without comments, empty lines and surrounding white space.
  package static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
