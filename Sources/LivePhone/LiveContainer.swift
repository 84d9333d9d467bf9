import Files
import Foundation
import PhoneAPI

/// A container of an app's values and secrets.
///
/// A container with a folder stores the values in one file and the secrets in another file. Only
/// the owner can read the files. Other containers use given `ValueFile` objects. Such an object may
/// be in memory only, and one object may store both values and secrets.
///
/// The container writes a new version of a file beside the old version, flushes it to the disk and
/// renames it. After a kill or a loss of power, one of the two versions is complete.
package final class LiveContainer: Container {
  package let directoryPath: String?
  private let values: ValueFile
  private let secrets: ValueFile

  /// Opens the container, and creates the folder if it is missing.
  package init(path: String, onFailure: @escaping (String) -> Void) throws(LiveContainerError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw LiveContainerError(path: path, reason: "the folder cannot be created")
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

  /// Writes the container's files again if they were removed. For a container without a folder,
  /// the function restores the values but not the secrets.
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

/// The container of one process. After the process has ended, the container is empty and read-only.
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

/// The reason why an app's folder cannot be used.
package struct LiveContainerError: Error, Sendable, Hashable, CustomStringConvertible {
  package var path: String
  package var reason: String
  package var description: String { "\(path): \(reason)" }
}

/// A JSON file that stores texts by key, with the permissions 0600.
package final class ValueFile {
  /// The path of the file; nil if the texts are in memory only.
  private let path: String?
  private let onFailure: (String) -> Void
  package private(set) var values: [String: String] = [:]

  /// Reads the file. The file is not written until a text is set.
  package init(path: String, onFailure: @escaping (String) -> Void) throws(LiveContainerError) {
    self.path = path
    self.onFailure = onFailure
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let data = FileManager.default.contents(atPath: path),
      let values = try? JSONDecoder().decode([String: String].self, from: data)
    else {
      // The file is left unchanged: it may be the only copy of its data.
      throw LiveContainerError(
        path: path, reason: "the file cannot be read, or odograph did not write it")
    }
    self.values = values
  }

  /// Creates a set of texts that is kept in memory only.
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

  /// Writes a file that contains exactly these texts. Returns false if the file cannot be written.
  package func write(to path: String) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(values) else { return false }
    // Remove the draft of an older version that was killed.
    unlink(path + ".new")
    return (try? DurableFile.write(data, to: path, mode: 0o600)) != nil
  }
}
