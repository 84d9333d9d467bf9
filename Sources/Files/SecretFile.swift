import Foundation
import Text

/// A file with a secret, which only its owner may read.
package enum SecretFile {
  /// - Parameter option: that named it.
  package static func text(
    of path: String, option: String = "--token-file"
  ) throws(InputError) -> String {
    let location = SourceLocation(file: path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
    // A credential of systemd's is the service's alone by an access list, which shows as a right of the group.
    let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    let isCredential = credentials.map { !$0.isEmpty && path.hasPrefix($0 + "/") } ?? false
    guard mode & (isCredential ? 0o037 : 0o077) == 0 else {
      throw InputError(
        location, "\(option): others than its owner may read it",
        accepted: "a file of mode 600: chmod 600 \(path)")
    }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw InputError(
        location, "\(option): the file cannot be read", accepted: "a text file of yours")
    }
    return text
  }

  /// What its lines `name: secret` say; others, and those that begin with #, say nothing.
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

  /// Without comments and without blanks around.
  package static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
