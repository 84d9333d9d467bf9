import Files
import Foundation

/// The home folder of an app on one simulated phone. It outlives the app's processes.
///
/// From a restart of the phone to the first unlock the app cannot use it (LIFE-12). Its folder is
/// then away, and in its place is a link that leads to itself. Every use of a path in it fails,
/// even for a superuser, whom permissions do not stop.
package final class AppHome {
  /// The path of the home folder, as the app gets it.
  package let path: String
  private(set) var isProtected = false
  private let folder: ScratchFolder
  private var away: String { folder.path + "/protected" }

  init() throws(FileError) {
    folder = try ScratchFolder()
    path = folder.path + "/home"
    try Folder.make(path + "/Documents")
  }

  func remove() { folder.remove() }

  /// Takes the folder away, or puts it back.
  ///
  /// - Throws: `FileError`, if it cannot be moved. The run has to end then.
  func set(protected: Bool) throws(FileError) {
    guard protected != isProtected else { return }
    let isMoved =
      protected
      ? rename(path, away) == 0 && symlink("home", path) == 0
      : unlink(path) == 0 && rename(away, path) == 0
    guard isMoved else { throw FileError(path: path, errno) }
    isProtected = protected
  }

  /// Calls a function with the working folder for a new process: the home folder, or one that is
  /// removed after the start while the home folder is protected, so that no file can be made in it.
  func withWorkingFolder<Result, Failure: Error>(
    _ start: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isProtected else { return try start(path) }
    let none = folder.path + "/none"
    mkdir(none, 0o700)
    defer { rmdir(none) }
    return try start(none)
  }
}
