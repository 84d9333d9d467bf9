import Foundation

/// Questions and requests to folders by their paths.
package enum Folder {
  package static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The folder of a file.
  package static func of(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
  }

  /// Makes a folder that can be written to, and those on the way to it.
  package static func make(_ path: String) throws(FileTrouble) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileTrouble(path: path, errno)
    }
    guard access(path, W_OK | X_OK) == 0 else { throw FileTrouble(path: path, errno) }
  }

  // MARK: The user's own, as the XDG Base Directory Specification has them

  package static var userState: String { named("XDG_STATE_HOME", orElse: ".local/state") }
  package static var userSettings: String { named("XDG_CONFIG_HOME", orElse: ".config") }

  /// - Parameter relativePath: in the user's home.
  private static func named(_ variable: String, orElse relativePath: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute(variable) ?? (absolute("HOME") ?? NSHomeDirectory()) + "/" + relativePath
  }
}

/// The folders on the way to a path that are not there yet, so that they can be removed again.
package struct MissingFolders: Sendable {
  /// From the innermost outwards.
  private var paths: [String] = []

  /// - Parameter path: a folder's.
  package init(downTo path: String) {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
      paths.append(folder.path)
      folder.deleteLastPathComponent()
    }
  }

  /// Removes those that have been made since, as far as they are empty.
  package func remove() {
    for path in paths { rmdir(path) }
  }
}
