import Foundation
import Synchronization

/// A file or folder that prevents a program from writing its results.
///
/// It is a file in place of a folder, a folder in place of a file, or a folder without write
/// permission.
package struct FolderObstacle: Error, Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }
}

/// A folder in which results appear as a whole or not at all.
///
/// The program writes all files into a hidden folder inside this folder, and renames them into
/// place at the end. Thus an error, an interruption or a full disk leaves the earlier contents as
/// they were. The hidden folder is inside this folder since a rename works only within one file
/// system. When a program opens the folder, it removes the hidden folders that killed programs have
/// left.
package final class StagedFolder: Sendable {
  package let path: String
  private let staging: Draft
  /// The parents of the folder that did not exist. They are removed again if there are no results.
  private let missingFolders: MissingFolders
  /// False after the results were discarded or put in place.
  ///
  /// Simulations may still run after that, and they must not create removed files again.
  private let isOpen = Mutex(true)

  /// Opens the folder, and creates it if it is missing. An error thus appears before any work if
  /// the folder cannot be written to.
  ///
  /// - Throws: `FileError` or the file system's error.
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

  /// Removes the drafts that killed programs have left in the folder.
  package static func removeAbandoned(in path: String) {
    Draft.removeAbandonedFolders(in: path)
  }

  /// Checks that the results of an earlier run can be replaced, in the folder `relativePath` and in
  /// its subfolders such as `seed-5`.
  ///
  /// Thus files that cannot be replaced are reported before any work is done.
  ///
  /// - Parameters:
  ///   - relativePath: The folder's path within this folder; empty for this folder itself.
  ///   - files: The names of the files that will be written there.
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

  /// Creates the folders for a result, and returns the path at which to write the result's draft.
  ///
  /// - Parameter relativePath: The path that the result will have within this folder.
  package func pathForWriting(_ relativePath: String) throws -> String {
    let path = staging.path + "/" + relativePath
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent())
    return path
  }

  /// Writes the draft of a result that will have the path `relativePath` in this folder.
  package func write(_ data: Data, to relativePath: String) throws {
    try OpenFile.append(data, to: pathForWriting(relativePath), isNew: true)
  }

  /// Returns the error with the path of the final file instead of the path of the draft.
  package func shown(_ trouble: FileError) -> FileError {
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

  /// Renames every file into place. Files directly in the folder are renamed last.
  ///
  /// A program that sees the new `report.json` thus finds the other new files beside it.
  ///
  /// - Parameter companions: Endings such as `-wal`. If a renamed file replaces an older file, the
  ///   older file's companions (its name with such an ending) are removed: SQLite would apply an
  ///   old log to a new database.
  /// - Throws: `FolderObstacle` if a folder cannot be created or a file cannot be renamed. All
  ///   folders are created before the first file is renamed.
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

  /// Creates all folders before the first file is renamed, so that an obstacle cannot stop the work
  /// between two renames.
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

  /// Discards the results, so that the file system is as before. After `commit()` it does nothing.
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
