import Foundation
import Scenarios

/// Where a live tracker keeps what is its own: the store, and beside it what was changed, secrets, a lock and
/// the socket for `--send`.
struct LiveFolder {
  let path: String
  let storePath: String

  /// - Parameter store: of `--store`; nil for the user's own folder for what programs keep.
  init(store: String?) {
    let named = store.map { URL(fileURLWithPath: $0) }
    let url = named ?? URL(fileURLWithPath: Self.defaultPath)
    storePath = url.standardizedFileURL.path
    path = url.deletingLastPathComponent().standardizedFileURL.path
  }

  static var defaultPath: String {
    let environment = ProcessInfo.processInfo.environment
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let state =
      folder("XDG_STATE_HOME") ?? (folder("HOME") ?? NSHomeDirectory()) + "/.local/state"
    return state + "/odograph/live/records.sqlite"
  }

  func make() throws(InputError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw InputError(
        SourceLocation(file: path), "the store's folder cannot be made",
        accepted: "--store with a file in a folder that you may write to")
    }
  }

  /// Takes the store for this process alone, until it ends in whatever way.
  func lock() throws(InputError) {
    let file = open(path + "/live.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw InputError(
        SourceLocation(file: path), "nothing can be written beside the store",
        accepted: "--store with a file in a folder that you may write to")
    }
    // Never closed: the system does that when the process is gone.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw InputError(
        SourceLocation(file: storePath), "another odograph live works in this store's folder",
        accepted: "a --store in another folder, or --send to ask that one")
    }
  }
}
