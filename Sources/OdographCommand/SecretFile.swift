import Foundation
import Scenarios

/// A file of `--token-file`, which only its owner may read.
enum SecretFile {
  static func text(of path: String) throws(InputError) -> String {
    let location = SourceLocation(file: path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
    guard mode & 0o077 == 0 else {
      throw InputError(
        location, "--token-file: others than its owner may read it",
        accepted: "a file of mode 600: chmod 600 \(path)")
    }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw InputError(
        location, "--token-file: the file cannot be read", accepted: "a text file of yours")
    }
    return text
  }

  /// What its lines `name: secret` say; others, and those that begin with #, say nothing.
  static func named(_ text: String) -> [String: String] {
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
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
