import Foundation
import TrackingEngine

/// The identity of the file that is now at a path.
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

extension SelfRepairingRecordStore {
  /// True if the file was removed, moved or replaced after the store opened it.
  ///
  /// The store still writes to the old file, which other programs cannot find. The records in that
  /// file are lost when the store closes it.
  package var isAstray: Bool { file != nil && FileIdentity(path: path) != identity }

  /// Writes the store's contents to a new file at the store's path, and continues with the new
  /// file.
  ///
  /// If another file is at the path, the function renames it, for example to
  /// `day.sqlite.replaced-1`. After an error the store continues with the old file, and `restore`
  /// may be called again.
  package func restore() throws(RecordStoreError) {
    guard isAstray else { return }
    let draft = path + ".new"
    try write(to: draft)
    if FileIdentity(path: path) != nil { _ = try setAside(as: "replaced") }
    // The contents of an old log are in the copy; it must not be read as the new file's log.
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    guard rename(draft, path) == 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    file = nil
    _ = try opened()
  }

  /// Writes a copy of the open file to the path `draft`.
  ///
  /// The local reference to the open file ends when this function returns. This is the only reason
  /// for a separate function: any reference left in `restore` would keep the old file open.
  private func write(to draft: String) throws(RecordStoreError) {
    unlink(draft)
    do { try file?.copy(to: draft) } catch {
      unlink(draft)
      throw error
    }
  }
}
