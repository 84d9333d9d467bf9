import Files
import Foundation
import PhoneAPI

/// A folder: values in one file, secrets in another that only its owner can read; or both in one file, or in
/// memory alone, for who has something to send and is no app.
///
/// A file is written anew beside the old one, brought to the disk and renamed, so that a kill or a
/// loss of power leaves the one or the other, whole.
package final class LiveContainer: Container {
  package let directoryPath: String?
  private let values: ValueFile
  private let secrets: ValueFile

  /// Makes the folder where it is missing.
  package init(path: String, onFailure: @escaping (String) -> Void) throws(LiveContainerError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw LiveContainerError(path: path, reason: "the folder cannot be made")
    }
    directoryPath = path
    values = try ValueFile(path: path + "/values.json", onFailure: onFailure)
    secrets = try ValueFile(path: path + "/secrets.json", onFailure: onFailure)
  }

  package init(values: ValueFile, secrets: ValueFile) {
    directoryPath = nil
    self.values = values
    self.secrets = secrets
  }

  /// Writes files anew that somebody has removed; what is kept outside the folder stays removed.
  package func restore() {
    values.restore()
    if directoryPath != nil { secrets.restore() }
  }

  package func value(forKey key: String) -> String? { values[key] }
  package func set(_ value: String?, forKey key: String) { _ = values.set(value, forKey: key) }
  package func secret(forKey key: String) -> String? { secrets[key] }

  package func setSecret(
    _ value: String?, forKey key: String, accessible: SecretAccessibility
  ) -> Bool { secrets.set(value, forKey: key) }
}

/// The folder as one process has it: after its end it reads as empty, and takes nothing.
final class LiveProcessContainer: Container {
  private let container: LiveContainer
  private let loop: LiveLoop

  init(_ container: LiveContainer, _ loop: LiveLoop) {
    self.container = container
    self.loop = loop
  }

  private var open: LiveContainer? { loop.isOver ? nil : container }

  var directoryPath: String? { open?.directoryPath }
  func value(forKey key: String) -> String? { open?.value(forKey: key) }
  func set(_ value: String?, forKey key: String) { open?.set(value, forKey: key) }
  func secret(forKey key: String) -> String? { open?.secret(forKey: key) }
  func setSecret(
    _ value: String?, forKey key: String, accessible: SecretAccessibility
  ) -> Bool { open?.setSecret(value, forKey: key, accessible: accessible) ?? false }
}

/// What keeps an app's folder from being used.
package struct LiveContainerError: Error, Sendable, Hashable, CustomStringConvertible {
  package var path: String
  package var reason: String
  package var description: String { "\(path): \(reason)" }
}

/// Texts by key in a JSON file of mode 0600.
package final class ValueFile {
  /// Nil for texts in memory.
  private let path: String?
  private let onFailure: (String) -> Void
  package private(set) var values: [String: String] = [:]

  /// Nothing is written before a text is set.
  package init(path: String, onFailure: @escaping (String) -> Void) throws(LiveContainerError) {
    self.path = path
    self.onFailure = onFailure
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let data = FileManager.default.contents(atPath: path),
      let values = try? JSONDecoder().decode([String: String].self, from: data)
    else {
      // Left as it is: it may hold what nobody else has.
      throw LiveContainerError(path: path, reason: "the file cannot be read, or is no file of ours")
    }
    self.values = values
  }

  /// In memory alone.
  package init(inMemory values: [String: String] = [:]) {
    path = nil
    onFailure = { _ in }
    self.values = values
  }

  package subscript(key: String) -> String? { values[key] }

  package func set(_ value: String?, forKey key: String) -> Bool {
    guard values[key] != value else { return true }
    let before = values[key]
    values[key] = value
    guard let path, !write(to: path) else { return true }
    values[key] = before
    onFailure("\(path): cannot be written; '\(key)' keeps its value")
    return false
  }

  fileprivate func restore() {
    guard let path, !values.isEmpty, !FileManager.default.fileExists(atPath: path) else { return }
    if !write(to: path) { onFailure("\(path): cannot be written again") }
  }

  /// Writes a file with these texts and no others, whatever there was; false where that cannot be.
  package func write(to path: String) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(values) else { return false }
    // The draft of an older version that was killed.
    unlink(path + ".new")
    return (try? DurableFile.write(data, to: path, mode: 0o600)) != nil
  }
}
