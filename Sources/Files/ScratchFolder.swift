import Foundation

/// A folder for data that the program needs while it runs, in the system's temporary folder.
///
/// Only this account can read it. If the program is killed, the next program that makes such a
/// folder removes it.
package final class ScratchFolder: Sendable {
  private let draft: Draft
  package var path: String { draft.path }

  private static let abandonedAreRemoved: Void = Draft.removeAbandonedFolders(in: place)
  private static var place: String { FileManager.default.temporaryDirectory.path }

  package init() throws(FileError) {
    _ = Self.abandonedAreRemoved
    draft = try Draft(inFolder: Self.place)
    guard chmod(draft.path, 0o700) == 0 else { throw FileError(path: draft.path, errno) }
  }

  deinit { remove() }

  package func remove() { draft.remove() }
}
