import Foundation

/// A file or folder in preparation, hidden in the folder of its target.
///
/// The program locks each of its drafts. The system releases the lock when the program ends or is
/// killed. A draft without a lock is therefore abandoned, and any program may remove the draft. The
/// locks also work between machines that share the file system.
///
/// A draft has a temporary name until it is locked. If the file system has no locks, no draft
/// counts as abandoned.
final class Draft: Sendable {
  let path: String
  let descriptor: Int32

  /// Creates a draft of a file in the folder of `target`.
  ///
  /// - Parameter mode: The file's permissions; nil for 0666 reduced by the user's mask.
  convenience init(ofFile target: String, mode: mode_t? = nil) throws(FileError) {
    try self.init(in: Folder.of(target), for: target) { path in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let descriptor = open(path, flags, mode ?? 0o666)
      if let mode, descriptor >= 0 { fchmod(descriptor, mode) }
      return descriptor
    }
  }

  /// Creates a draft of a folder inside `folder`.
  ///
  /// The draft is thus on the same file system as `folder`, so its files can be renamed into place.
  convenience init(inFolder folder: String) throws(FileError) {
    try self.init(in: folder, for: "") { path in
      mkdir(path, 0o777) == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1
    }
  }

  private init(
    in folder: String, for target: String, _ make: (String) -> Int32
  ) throws(FileError) {
    let token = UUID().uuidString.prefix(8)
    let begun = folder + "/" + Self.begun + token
    path = folder + "/" + Self.prefix(of: target) + token
    var made = make(begun)
    var isNamed = Self.name(begun, path, made)
    // Another program's clean-up may remove the draft before it is locked.
    if made >= 0, !isNamed, errno == ENOENT {
      close(made)
      made = make(begun)
      isNamed = Self.name(begun, path, made)
    }
    descriptor = made
    guard isNamed else {
      let trouble = FileError(path: target.isEmpty ? folder : target, errno)
      Self.remove(begun)
      throw trouble
    }
  }

  /// Locks the draft, then renames it from `begun` to `path`. Returns false if the rename failed.
  private static func name(_ begun: String, _ path: String, _ descriptor: Int32) -> Bool {
    guard descriptor >= 0 else { return false }
    _ = OpenFile.lock(descriptor)
    return rename(begun, path) == 0
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Flushes the draft file to the disk and renames it to `target`.
  func put(at target: String) throws(FileError) {
    guard fsync(descriptor) == 0, rename(path, target) == 0 else {
      throw FileError(path: target, errno)
    }
    OpenFile.forceNames(besides: target)
  }

  /// Removes the draft file, or the draft folder with its contents.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  // MARK: Drafts of killed programs

  /// The prefix of a draft's first name, which the draft has until it is locked.
  private static let begun = ".begun-"
  private static let mark = ".partial-"
  /// The mark in the names of drafts that older versions of the program made.
  ///
  /// Older versions gave a draft this name before they locked the draft.
  private static let oldMark = ".writing-"

  private static func prefix(of target: String) -> String {
    target.isEmpty ? mark : "." + URL(fileURLWithPath: target).lastPathComponent + mark
  }

  /// Removes abandoned drafts of folders inside `folder`.
  static func removeAbandonedFolders(in folder: String) {
    removeAbandoned(in: folder) { $0.hasPrefix(mark) }
  }

  /// Removes abandoned drafts of the file `target`, including the drafts of older program versions,
  /// which are not hidden.
  static func removeAbandoned(of target: String) {
    let prefixes = [prefix(of: target), String(prefix(of: target).dropFirst())]
    removeAbandoned(in: Folder.of(target)) { name in prefixes.contains(where: name.hasPrefix) }
  }

  /// Removes all abandoned drafts in `folder`.
  ///
  /// - Parameter instant: A time in seconds since 1970. Drafts of older versions are kept if they
  ///   changed after this time: such a draft may be in use and not yet locked.
  static func removeAbandoned(in folder: String, untouchedSince instant: Int) {
    removeAbandoned(in: folder) {
      $0.hasPrefix(begun) || $0.hasPrefix(".") && $0.contains(mark)
    }
    removeAbandoned(in: folder, untouchedSince: instant) {
      $0.hasPrefix(".") && $0.contains(oldMark)
    }
  }

  private static func removeAbandoned(
    in folder: String, untouchedSince instant: Int = .max, _ isDraft: (String) -> Bool
  ) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for path in names.filter(isDraft).map({ folder + "/" + $0 }) {
      let descriptor = openToLock(path)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if OpenFile.lock(descriptor), fstat(descriptor, &status) == 0,
        status.secondsOfChange < instant
      {
        remove(path)
      }
      close(descriptor)
    }
  }

  /// Opens a file or folder in order to lock it.
  ///
  /// A file is opened for writing, since some network file systems cannot lock a file that is open
  /// only for reading.
  private static func openToLock(_ path: String) -> Int32 {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, O_RDWR | flags)
    return descriptor < 0 && errno == EISDIR ? open(path, O_RDONLY | flags) : descriptor
  }
}

extension stat {
  fileprivate var secondsOfChange: Int {
    #if os(Linux)
      Int(st_mtim.tv_sec)
    #else
      Int(st_mtimespec.tv_sec)
    #endif
  }
}
