import Foundation

/// Functions for folders, which take the folders' paths.
package enum Folder {
  package static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Returns true if there is a file, a folder or a link at a path, even a link that leads nowhere.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the path of the folder that contains a file.
  package static func of(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
  }

  /// Returns the folder in which a path lies, as the user typed it, if this folder is missing.
  /// Nil if the folder exists.
  package static func missingParent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    let folder = String(path[..<slash])
    return FileManager.default.fileExists(atPath: folder) ? nil : folder
  }

  /// Creates a folder and its missing parents, and checks that the folder can be written to.
  package static func make(_ path: String) throws(FileError) {
    do {
      if mkdir(path, 0o777) == 0 { return }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      // Another program may have created one of the folders in the meantime.
      let reason = errno
      guard exists(path) else { throw FileError(path: path, reason) }
    }
    guard access(path, W_OK | X_OK) == 0 else { throw FileError(path: path, errno) }
  }

  // MARK: The user's own, as the XDG Base Directory Specification has them

  package static var userState: String { named("XDG_STATE_HOME", orElse: ".local/state") }
  package static var userSettings: String { named("XDG_CONFIG_HOME", orElse: ".config") }

  /// Returns the folder that an environment variable names, or a default folder if the variable is
  /// not set.
  ///
  /// - Parameter relativePath: The default folder's path within the user's home folder.
  private static func named(_ variable: String, orElse relativePath: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute(variable) ?? (absolute("HOME") ?? NSHomeDirectory()) + "/" + relativePath
  }
}

/// The folders of a path that do not exist yet. After a failure, the program can remove the folders
/// that it created.
package struct MissingFolders: Sendable {
  /// The paths of the missing folders, the innermost folder first.
  private var paths: [String] = []

  /// Finds the folders of a path that do not exist.
  package init(downTo path: String) {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
      paths.append(folder.path)
      folder.deleteLastPathComponent()
    }
  }

  /// Removes each folder that was missing, if the folder now exists and is empty.
  package func remove() {
    for path in paths { rmdir(path) }
  }
}
