import Foundation

/// Tells what a program is at work on from what one that was killed has left: who makes a hidden file or folder
/// keeps it locked, and the lock ends with the program, however that ends.
///
/// Locked before it has the name by which it is looked for, so that nobody finds it without. Where the file system
/// knows no locks nothing is taken for abandoned.
public enum Ownership {
  /// - Returns: what is to be closed when the work is done; -1 where there are no locks.
  package static func lock(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor >= 0 { _ = lock(descriptor) }
    return descriptor
  }

  /// Of a file that is open: until it is closed.
  ///
  /// - Returns: false where it is somebody else's, or there are no locks.
  public static func lock(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Removes what nobody is at work on any more.
  ///
  /// - Parameter prefix: what the names begin with of those in `folder`.
  public static func removeAbandoned(in folder: String, prefix: String) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix)
    {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if lock(descriptor) { try? files.removeItem(atPath: path) }
      close(descriptor)
    }
  }
}
