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

/// A folder of results that appear all together or not at all.
///
/// The program writes the results into a draft: a hidden folder inside this folder. At the end it
/// renames the files into place. If the program fails, is interrupted or fills the disk, the
/// earlier contents stay as they were.
///
/// The draft is inside this folder, since files can be renamed only within one file system. A
/// program that opens this folder removes the drafts that killed programs have left.
package final class StagedFolder: Sendable {
  package let path: String
  private let staging: Draft
  /// The folders that had to be created for this folder. They are removed again if there are no
  /// results.
  private let missingFolders: MissingFolders
  /// False after the results were discarded or put in place.
  ///
  /// Other threads may still run simulations then. They must not create the removed draft again.
  private let isOpen = Mutex(true)

  /// Opens the folder, and creates it if it is missing.
  ///
  /// - Throws: `FileError` or the file system's error.
  package init(_ path: String) throws {
    self.path = path
    missingFolders = MissingFolders(downTo: path)
    do {
      try Folder.make(path)
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

  /// Checks that new results can replace the files in a folder and in its subfolders such as
  /// `seed-5`.
  ///
  /// The check reports an obstacle before any work is done.
  ///
  /// - Parameters:
  ///   - relativePath: The folder's path within this folder; empty for this folder itself.
  ///   - files: The names of the files that will be written to the folder.
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
  /// - Parameter relativePath: The result's final path within this folder.
  package func pathForWriting(_ relativePath: String) throws -> String {
    let path = staging.path + "/" + relativePath
    try makeFolder(Folder.of(path))
    return path
  }

  /// Adds to the draft of a result whose final path within this folder is `relativePath`.
  ///
  /// - Throws: `FileError` with the final path.
  package func write(_ data: Data, to relativePath: String) throws {
    let path = try pathForWriting(relativePath)
    do throws(FileError) {
      try OpenFile.append(data, to: path, isNew: true)
    } catch {
      throw shown(error)
    }
  }

  /// Returns the error with the path of the final file instead of the path of the draft.
  package func shown(_ trouble: FileError) -> FileError {
    var shown = trouble
    shown.path = trouble.path.replacing(staging.path, with: path, maxReplacements: 1)
    shown.isResumable = false
    return shown
  }

  /// Creates the folder of a result's files, and returns the path at which to write their drafts.
  package func folderForWriting(_ relativePath: String) throws -> String {
    let path = relativePath.isEmpty ? staging.path : staging.path + "/" + relativePath
    try makeFolder(path)
    return path
  }

  private func makeFolder(_ path: String) throws {
    try isOpen.withLock { isOpen in
      guard isOpen else { throw CocoaError(.userCancelled) }
      do throws(FileError) { try Folder.make(path) } catch { throw shown(error) }
    }
  }

  /// Renames the results into place: a new folder as a whole, other files one by one.
  ///
  /// Files directly in this folder are renamed last. A program that sees the new `report.json` thus
  /// also finds the other new files.
  ///
  /// - Parameter companions: Endings such as `-wal`, for the files that SQLite keeps beside a
  ///   database. Before a result is renamed, an older file with the result's name and such an
  ///   ending is removed. Otherwise SQLite would apply an old log to a new database.
  /// - Throws: `FolderObstacle` if a file or a folder cannot be put in place. Obstacles are found
  ///   before anything is renamed.
  package func commit(removingBeside companions: [String] = []) throws {
    var parts: [Part] = []
    try addParts(in: "", depth: 0, to: &parts)
    for part in parts.sorted() {
      let target = path + "/" + part.path
      for ending in companions where !part.isFolder {
        try? FileManager.default.removeItem(atPath: target + ending)
      }
      guard rename(staging.path + "/" + part.path, target) == 0 else {
        throw FolderObstacle(path: target)
      }
    }
    try FileManager.default.removeItem(atPath: staging.path)
    isOpen.withLock { $0 = false }
  }

  /// A file, or a folder with all that is in it, which is renamed at once.
  private struct Part: Comparable {
    /// The path within the folder of results.
    let path: String
    let isFolder: Bool
    /// The number of folders in which its files are.
    let depth: Int

    static func < (a: Part, b: Part) -> Bool { (-a.depth, a.path) < (-b.depth, b.path) }
  }

  /// Adds the parts of a folder of the draft, and checks that each can be put in its place.
  private func addParts(
    in folder: String, depth: Int, to parts: inout [Part]
  ) throws {
    let target = folder.isEmpty ? path : path + "/" + folder
    guard Folder.exists(target), access(target, W_OK | X_OK) == 0 else {
      throw FolderObstacle(path: target)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: staging.path + "/" + folder)
    for name in names.sorted() {
      let part = folder.isEmpty ? name : folder + "/" + name
      let isFolder = Folder.exists(staging.path + "/" + part)
      if isFolder, Folder.isTaken(path + "/" + part) {
        try addParts(in: part, depth: depth + 1, to: &parts)
      } else if Folder.exists(path + "/" + part) {
        throw FolderObstacle(path: path + "/" + part)
      } else {
        parts.append(
          Part(path: part, isFolder: isFolder, depth: isFolder ? depth + 1 : depth))
      }
    }
  }

  /// Discards the results, so that the earlier contents are unchanged. After `commit()` it does
  /// nothing.
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
}
