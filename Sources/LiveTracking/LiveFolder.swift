import Files
import Foundation
import Text

/// The folder of a live tracker.
///
/// It contains the store, the changed settings, the secrets, a lock and the socket for `--send`.
package struct LiveFolder {
  package let path: String
  package let storePath: String

  /// Finds the folder.
  ///
  /// - Parameter store: The value of `--store`. If it is nil, the folder is in the user's own
  ///   folder for programs' state.
  package init(store: String?) {
    let named = store.map { URL(fileURLWithPath: $0) }
    let url = named ?? URL(fileURLWithPath: Self.defaultPath)
    storePath = url.standardizedFileURL.path
    path = url.deletingLastPathComponent().standardizedFileURL.path
  }

  package static var defaultPath: String { Folder.userState + "/odograph/live/records.sqlite" }

  fileprivate var lockPath: String { path + "/live.lock" }
  /// True if a tracker keeps its records in the folder, or has kept them there.
  package var isOfTracker: Bool { FileManager.default.fileExists(atPath: lockPath) }
  /// The path of the app's stored values.
  var valuesPath: String { path + "/values.json" }

  /// Runs `body` while the folder is locked. Returns nil if a tracker uses the folder, or if the
  /// folder was removed.
  func whileUnused<T>(_ body: () -> T) -> T? {
    let file = open(lockPath, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return OpenFile.lock(file) ? body() : nil
  }

  /// The paths of the files that the tracker may create in the folder when it starts.
  fileprivate var ownPaths: [String] {
    ["", "-wal", "-shm", "-journal"].map { storePath + $0 }
      + ["values.json", "secrets.json", "control.sock"].map { "\(path)/\($0)" }
  }
}

/// The folder of a live tracker, locked by this process. If the start fails, the folder is restored
/// to its former state.
package final class LiveFolderClaim {
  package let folder: LiveFolder
  private var missingFolders: MissingFolders?
  private var madeFiles: [String]?
  private var lockFile: Int32 = -1

  package init(_ folder: LiveFolder) { self.folder = folder }

  /// Creates the folder if it is missing, and locks it.
  ///
  /// The lock lasts until the process ends, even after a crash.
  package func take() throws(InputError) {
    missingFolders = MissingFolders(downTo: folder.path)
    try makeFolder()
    let isLockNew = !FileManager.default.fileExists(atPath: folder.lockPath)
    try lock()
    // Checked under the lock, so that no other process is creating them now.
    madeFiles =
      folder.ownPaths.filter { !FileManager.default.fileExists(atPath: $0) }
      + (isLockNew ? [folder.lockPath] : [])
  }

  /// Locks the folder again after the folder or its lock file was removed.
  ///
  /// - Throws: `InputError` if another process has locked the folder in the meantime.
  func takeAgain() throws(InputError) {
    guard !isThere(lockFile) else { return }
    try makeFolder()
    let before = lockFile
    try lock()
    close(before)
  }

  private func makeFolder() throws(InputError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw InputError(
        SourceLocation(file: folder.path), "the store's folder cannot be created",
        accepted: "--store with a file in a folder that you may write to")
    }
  }

  /// Removes the files that did not exist before the start. If another process has locked the
  /// folder, it does nothing.
  package func giveBack() {
    for path in madeFiles ?? [] { unlink(path) }
    missingFolders?.remove()
  }

  private func lock() throws(InputError) {
    while true {
      let file = open(folder.lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw InputError(
          SourceLocation(file: folder.path), "files beside the store cannot be written",
          accepted: "--store with a file in a folder that you may write to")
      }
      guard OpenFile.lock(file) else {
        close(file)
        throw InputError(
          SourceLocation(file: folder.storePath),
          "another odograph live uses this store's folder",
          accepted: "a --store in another folder, or --send to control the running one")
      }
      // Never closed: the system closes it when the process ends.
      if isThere(file) {
        lockFile = file
        return
      }
      close(file)
    }
  }

  /// True if the open file is still the lock file at its path. It is false if the lock file was
  /// removed or replaced.
  private func isThere(_ file: Int32) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(file, &own) == 0 && stat(folder.lockPath, &there) == 0
      && own.st_ino == there.st_ino
  }
}
