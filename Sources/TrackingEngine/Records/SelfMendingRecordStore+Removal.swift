import Foundation

/// Which file a path names now.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

extension SelfMendingRecordStore {
  /// Whether the file was removed, moved away or replaced since it was opened: nobody finds what is
  /// written to it then, and when it is closed it is gone.
  package var isAstray: Bool { file != nil && FileIdentity(path: path) != identity }

  /// Writes everything that the open file holds to a new one at the path, and goes on with that.
  ///
  /// What lies there instead is set aside, as `day.sqlite.replaced-1`. After an error it goes on with the
  /// open file, and may be asked again.
  package func restore() throws(RecordStoreError) {
    guard isAstray else { return }
    let draft = path + ".new"
    try write(to: draft)
    if FileIdentity(path: path) != nil { _ = try setAside(as: "replaced") }
    // A log that was left is part of the copy, and must not be taken for the new file's.
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    guard rename(draft, path) == 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    file = nil
    _ = try opened()
  }

  /// By itself, so that nobody holds the file any more when it is to be closed.
  private func write(to draft: String) throws(RecordStoreError) {
    unlink(draft)
    do { try file?.copy(to: draft) } catch {
      unlink(draft)
      throw error
    }
  }
}
