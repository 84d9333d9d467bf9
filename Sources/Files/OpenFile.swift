import Foundation

/// Operations on open files by their descriptors.
package enum OpenFile {
  /// Locks a file or folder until the file or folder is closed.
  ///
  /// - Returns: False if another process has locked it, or if the file system has no locks; `errno`
  ///   gives the reason.
  package static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Writes all bytes.
  ///
  /// - Parameter offset: The position in the file at which to write; nil for the file's current
  ///   position.
  /// - Returns: The error number (`errno`) if writing failed; nil if all bytes were written.
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
  /// - Parameter isNew: True to create a missing file; false to throw an error if the file is
  ///   missing.
  package static func append(
    _ bytes: some ContiguousBytes, to path: String, isNew: Bool = false
  ) throws(FileError) {
    try write(bytes, to: path, O_APPEND | (isNew ? O_CREAT : 0))
  }

  /// Writes bytes to a new file at `path`. The contents of an older file there are lost.
  package static func write(
    _ bytes: some ContiguousBytes, toNew path: String
  ) throws(FileError) {
    try write(bytes, to: path, O_CREAT | O_TRUNC)
  }

  private static func write(
    _ bytes: some ContiguousBytes, to path: String, _ flags: Int32
  ) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
    guard descriptor >= 0 else { throw FileError(path: path, errno) }
    defer { close(descriptor) }
    let failure = bytes.withUnsafeBytes { write($0, to: descriptor) }
    if let failure { throw FileError(path: path, failure) }
  }

  /// Opens a file that has no name. The file disappears when it is closed, however the program
  /// ends.
  package static func unnamed(in folder: String) throws(FileError) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, a macro that Swift does not import: the file never has a name.
      let nameless = open(folder, O_RDWR | O_CLOEXEC | 0o20000000 | O_DIRECTORY, 0o600)
      if nameless >= 0 { return nameless }
    #endif
    // Some file systems have no such files.
    var template = Array((folder + "/.odograph-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(path: folder, errno) }
    unlink(&template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Flushes the folder that contains a file to the disk. Without the flush, a loss of power may
  /// undo the file's rename.
  package static func forceNames(besides path: String) {
    let folder = open(Folder.of(path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
