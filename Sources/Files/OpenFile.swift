import Foundation

/// Operations on files by their descriptors.
package enum OpenFile {
  /// Locks a file or folder until it is closed.
  ///
  /// - Returns: False if another process has locked it, or if there are no locks; `errno` gives the
  ///   reason.
  package static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Writes all of the bytes.
  ///
  /// - Parameter offset: The position to write at; nil for the file's current position.
  /// - Returns: The number of the error that prevented the writing; nil if there was none.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
  ) -> Int32? {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        if let offset {
          pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        } else {
          Foundation.write(descriptor, rest.baseAddress, rest.count)
        }
      if count < 0, errno == EINTR { continue }
      // Writing 0 bytes is no error to the system, so `errno` holds the number of an older error.
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      done += count
    }
    return nil
  }

  /// Appends bytes to the file at `path`.
  ///
  /// - Parameter isNew: True if the file is created when it is missing; otherwise it has to exist.
  package static func append(
    _ bytes: some ContiguousBytes, to path: String, isNew: Bool = false
  ) throws(FileTrouble) {
    let descriptor = open(path, O_WRONLY | (isNew ? O_CREAT : 0) | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileTrouble(path: path, errno) }
    defer { close(descriptor) }
    let failure = bytes.withUnsafeBytes { write($0, to: descriptor) }
    if let failure { throw FileTrouble(path: path, failure) }
  }

  /// Opens a file without a name, which disappears when it is closed, however the program ends.
  package static func unnamed(in folder: String) throws(FileTrouble) -> Int32 {
    var template = Array((folder + "/.odograph-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileTrouble(path: folder, errno) }
    unlink(&template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Flushes a file's folder to the disk; otherwise a loss of power may undo a rename.
  package static func forceNames(besides path: String) {
    let folder = open(Folder.of(path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
