import Foundation

/// Operations on files by their descriptors.
package enum OpenFile {
  /// Locks a file or folder until it is closed.
  ///
  /// - Returns: false where another process has it, or there are no locks; `errno` tells which.
  package static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Writes all of the bytes.
  ///
  /// - Parameter offset: nil for the place at which the file stands.
  /// - Returns: the number of the error that prevented it; nil where there was none.
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
      // To write nothing is no error to the system, and leaves the number of an older one.
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      done += count
    }
    return nil
  }

  /// Writes at the end of the file at `path`.
  ///
  /// - Parameter isNew: makes the file; otherwise it has to be there.
  package static func append(
    _ bytes: some ContiguousBytes, to path: String, isNew: Bool = false
  ) throws(FileTrouble) {
    let descriptor = open(path, O_WRONLY | (isNew ? O_CREAT : 0) | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileTrouble(path: path, errno) }
    defer { close(descriptor) }
    let failure = bytes.withUnsafeBytes { write($0, to: descriptor) }
    if let failure { throw FileTrouble(path: path, failure) }
  }

  /// Opens a file that has no name: it is gone when it is closed, however the program ends.
  package static func unnamed(in folder: String) throws(FileTrouble) -> Int32 {
    var template = Array((folder + "/.odograph-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileTrouble(path: folder, errno) }
    unlink(&template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Brings the names in a file's folder to the disk: otherwise a loss of power may undo a rename.
  package static func forceNames(besides path: String) {
    let folder = open(Folder.of(path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
