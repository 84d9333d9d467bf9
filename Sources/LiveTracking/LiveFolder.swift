import Files
import Foundation
import Text

/// Where a live tracker keeps what is its own: the store, and beside it what was changed, secrets, a lock and
/// the socket for `--send`.
package struct LiveFolder {
  package let path: String
  package let storePath: String

  /// - Parameter store: of `--store`; nil for the user's own folder for what programs keep.
  package init(store: String?) {
    let named = store.map { URL(fileURLWithPath: $0) }
    let url = named ?? URL(fileURLWithPath: Self.defaultPath)
    storePath = url.standardizedFileURL.path
    path = url.deletingLastPathComponent().standardizedFileURL.path
  }

  package static var defaultPath: String { Folder.userState + "/odograph/live/records.sqlite" }

  fileprivate var lockPath: String { path + "/live.lock" }

  /// All that a start may make in it.
  fileprivate var ownPaths: [String] {
    ["", "-wal", "-shm", "-journal"].map { storePath + $0 }
      + ["values.json", "secrets.json", "control.sock"].map { "\(path)/\($0)" }
  }
}

/// A live tracker's folder, taken by this process for itself. A start that fails gives it back as it was.
package final class LiveFolderClaim {
  package let folder: LiveFolder
  private var missingFolders: MissingFolders?
  private var madeFiles: [String]?
  private var lockFile: Int32 = -1

  package init(_ folder: LiveFolder) { self.folder = folder }

  /// Makes the folder where it is missing, and holds it until the process ends in whatever way.
  package func take() throws(InputError) {
    missingFolders = MissingFolders(downTo: folder.path)
    try makeFolder()
    let isLockNew = !FileManager.default.fileExists(atPath: folder.lockPath)
    try lock()
    // Looked for under the lock: nobody else can be making them now.
    madeFiles =
      folder.ownPaths.filter { !FileManager.default.fileExists(atPath: $0) }
      + (isLockNew ? [folder.lockPath] : [])
  }

  /// After somebody has removed the folder, or the lock in it: another process may have taken it since.
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
        SourceLocation(file: folder.path), "the store's folder cannot be made",
        accepted: "--store with a file in a folder that you may write to")
    }
  }

  /// Removes what was not there before. Where another process has the folder nothing is touched.
  package func giveBack() {
    for path in madeFiles ?? [] { unlink(path) }
    missingFolders?.remove()
  }

  private func lock() throws(InputError) {
    while true {
      let file = open(folder.lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw InputError(
          SourceLocation(file: folder.path), "nothing can be written beside the store",
          accepted: "--store with a file in a folder that you may write to")
      }
      guard OpenFile.lock(file) else {
        close(file)
        throw InputError(
          SourceLocation(file: folder.storePath),
          "another odograph live works in this store's folder",
          accepted: "a --store in another folder, or --send to ask that one")
      }
      // Never closed: the system does that when the process is gone.
      if isThere(file) {
        lockFile = file
        return
      }
      close(file)
    }
  }

  /// Whether the file is the one that others would lock, and not one that its maker has just given back.
  private func isThere(_ file: Int32) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(file, &own) == 0 && stat(folder.lockPath, &there) == 0
      && own.st_ino == there.st_ino
  }
}
