import Foundation
import Text

/// Functions that read a file with a secret. Only the owner may have permission to read the file.
package enum SecretFile {
  /// Reads the file's text.
  ///
  /// - Parameter option: The command-line option that names the file, for messages.
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

  /// Returns the secrets by name from lines of the form `name: secret`. It ignores lines that begin
  /// with # and lines of another form.
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

  /// Returns the text's lines. It leaves out comments, empty lines, and white space at the ends of
  /// lines.
  package static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
