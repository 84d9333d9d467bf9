import Foundation
import Synchronization

/// What stands in the way of results: a file where a folder has to be, a folder where a file has to
/// be, or a folder that may not be written.
package struct FolderObstacle: Error, Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }
}

/// A folder in which results appear whole or not at all.
///
/// Everything is written into a hidden folder inside it and renamed into place at the end, so that
/// an error, an interruption or a full disk leaves what was there before. Inside, since a rename
/// only works within one file system. What a killed program has left goes when the folder is opened
/// again.
package final class StagedFolder: Sendable {
  package let path: String
  private let staging: Draft
  /// Removed again when there are no results.
  private let missingFolders: MissingFolders
  /// False once it is given up: runs may be at work still, and must not bring back what is gone.
  private let isOpen = Mutex(true)

  /// Makes the folder where there is none, so that it is known to be writable before any work is
  /// done.
  ///
  /// - Throws: `FileTrouble` or the file system's error.
  package init(_ path: String) throws {
    self.path = path
    missingFolders = MissingFolders(downTo: path)
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      staging = try Draft(inFolder: path)
    } catch {
      missingFolders.remove()
      throw error
    }
    StagedFolder.removeAbandoned(in: path)
  }

  /// Removes what killed programs have left.
  package static func removeAbandoned(in path: String) {
    Draft.removeAbandonedFolders(in: path)
  }

  /// Looks at what an earlier run left in `relativePath` and the folders of seeds in it, so that
  /// what cannot be replaced is told before any work is done.
  ///
  /// - Parameters:
  ///   - relativePath: empty for the folder itself.
  ///   - files: names that are to be written there.
  package func refuseObstacles(in relativePath: String, files: [String]) throws(FolderObstacle) {
    try StagedFolder.refuseObstacles(
      at: relativePath.isEmpty ? path : path + "/" + relativePath, files: files)
  }

  private static func refuseObstacles(
    at folder: String, files: [String]
  ) throws(FolderObstacle) {
    guard FileManager.default.fileExists(atPath: folder) else { return }
    guard Folder.exists(folder), access(folder, W_OK | X_OK) == 0 else {
      throw FolderObstacle(path: folder)
    }
    for file in files where Folder.exists(folder + "/" + file) {
      throw FolderObstacle(path: folder + "/" + file)
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasPrefix("seed-") {
      try refuseObstacles(at: folder + "/" + name, files: files)
    }
  }

  /// Where to write what is to become `relativePath`; its folders are made.
  package func pathForWriting(_ relativePath: String) throws -> String {
    let path = staging.path + "/" + relativePath
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent())
    return path
  }

  /// Writes what is to become `relativePath`.
  package func write(_ data: Data, to relativePath: String) throws {
    try OpenFile.append(data, to: pathForWriting(relativePath), isNew: true)
  }

  /// The same trouble, with the path that the file was to have for the path inside the draft.
  package func shown(_ trouble: FileTrouble) -> FileTrouble {
    var shown = trouble
    shown.path = trouble.path.replacing(staging.path, with: path, maxReplacements: 1)
    shown.isResumable = false
    return shown
  }

  package func folderForWriting(_ relativePath: String) throws -> URL {
    let url = URL(fileURLWithPath: staging.path).appendingPathComponent(relativePath)
    try makeFolder(url)
    return url
  }

  private func makeFolder(_ url: URL) throws {
    try isOpen.withLock { isOpen in
      guard isOpen else { throw CocoaError(.userCancelled) }
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }

  /// Renames every file into place, those directly in the folder last: whoever sees the new
  /// `report.json` finds the new files beside it.
  ///
  /// - Parameter companions: endings of files that belong to an older file of the same name, and go
  ///   with it: SQLite would read an old log into a new database.
  /// - Throws: `FolderObstacle` before anything is in place where something stands in the way.
  package func commit(removingBeside companions: [String] = []) throws {
    let deepestFirst = stagedFiles().sorted { (-depth($0), $0) < (-depth($1), $1) }
    try makeTargets(of: deepestFirst)
    for file in deepestFirst {
      let target = URL(fileURLWithPath: path).appendingPathComponent(file)
      for ending in companions {
        try? FileManager.default.removeItem(atPath: target.path + ending)
      }
      guard rename(staging.path + "/" + file, target.path) == 0 else {
        throw FolderObstacle(path: target.path)
      }
    }
    try FileManager.default.removeItem(atPath: staging.path)
    isOpen.withLock { $0 = false }
  }

  /// All folders before the first file, so that results are not put half in place.
  private func makeTargets(of files: [String]) throws(FolderObstacle) {
    let folders = Set(
      files.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    for folder in folders.sorted() {
      let target = folder.isEmpty ? path : path + "/" + folder
      do { try Folder.make(target) } catch { throw FolderObstacle(path: target) }
    }
    for file in files where Folder.exists(path + "/" + file) {
      throw FolderObstacle(path: path + "/" + file)
    }
  }

  /// Leaves the file system as it was. Does nothing after `commit()`.
  package func discard() {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      // A run at work may add a file to a folder that is being emptied.
      for _ in 0..<100 where FileManager.default.fileExists(atPath: staging.path) {
        staging.remove()
      }
      missingFolders.remove()
    }
  }

  private func stagedFiles() -> [String] {
    let files = FileManager.default
    return (files.subpaths(atPath: staging.path) ?? []).filter {
      !Folder.exists(staging.path + "/" + $0)
    }
  }

  private func depth(_ path: String) -> Int { path.count { $0 == "/" } }
}
