import Foundation
import Synchronization

/// What stands in the way of results: a file where a folder has to be, a folder where a file has to be,
/// or a folder that may not be written.
public struct FolderObstacle: Error, Sendable, Hashable {
  public let path: String

  public init(path: String) { self.path = path }
}

/// A folder in which results appear whole or not at all.
///
/// Everything is written into a hidden folder inside it and renamed into place at the end, so that an
/// error, an interruption or a full disk leaves what was there before. Inside, since a rename only
/// works within one file system. What a killed program has left goes when the folder is opened again.
public final class StagedFolder: Sendable {
  public let path: String
  private let stagingPath: String
  /// What had to be made on the way, outermost first; goes again when nothing came of it.
  private let madeFolders: [String]
  /// As long as it is open the staging is somebody's.
  private let lock: Int32
  /// False once it is given up: runs may be at work still, and must not bring back what is gone.
  private let isOpen = Mutex(true)

  /// Makes the folder where there is none, so that it is known to be writable before any work is done.
  ///
  /// - Throws: whatever the file system says against it.
  public init(_ path: String) throws {
    self.path = path
    let files = FileManager.default
    // Of one process, and of one machine among those that share the folder.
    let process = ProcessInfo.processInfo.processIdentifier
    let name = "\(process)-\(UUID().uuidString.prefix(8))"
    stagingPath = path + "/" + Self.prefix + name
    var missing: [String] = []
    var ancestor = URL(fileURLWithPath: path).standardizedFileURL
    while !files.fileExists(atPath: ancestor.path), ancestor.path != "/" {
      missing.insert(ancestor.path, at: 0)
      ancestor.deleteLastPathComponent()
    }
    madeFolders = missing
    let begun = path + "/.begun-" + name
    do {
      try files.createDirectory(atPath: begun, withIntermediateDirectories: true)
      lock = Ownership.lock(begun)
      try files.moveItem(atPath: begun, toPath: stagingPath)
    } catch {
      StagedFolder.removeEmpty(missing + [begun])
      throw error
    }
    StagedFolder.removeAbandoned(in: path)
  }

  deinit { close(lock) }

  private static let prefix = ".partial-"

  /// Removes what programs have left that were killed.
  public static func removeAbandoned(in path: String) {
    Ownership.removeAbandoned(in: path, prefix: prefix)
  }

  /// Looks at what an earlier run left in `relativePath` and the folders of seeds in it, so that what
  /// cannot be replaced is told before any work is done.
  ///
  /// - Parameters:
  ///   - relativePath: empty for the folder itself.
  ///   - files: names that are to be written there.
  public func refuseObstacles(in relativePath: String, files: [String]) throws(FolderObstacle) {
    try StagedFolder.refuseObstacles(
      at: relativePath.isEmpty ? path : path + "/" + relativePath, files: files)
  }

  private static func refuseObstacles(
    at folder: String, files: [String]
  ) throws(FolderObstacle) {
    guard FileManager.default.fileExists(atPath: folder) else { return }
    guard isFolder(folder), access(folder, W_OK | X_OK) == 0 else {
      throw FolderObstacle(path: folder)
    }
    for file in files where isFolder(folder + "/" + file) {
      throw FolderObstacle(path: folder + "/" + file)
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasPrefix("seed-") {
      try refuseObstacles(at: folder + "/" + name, files: files)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Where to write what is to become `relativePath`; its folders are made.
  public func pathForWriting(_ relativePath: String) throws -> String {
    let path = stagingPath + "/" + relativePath
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent())
    return path
  }

  public func folderForWriting(_ relativePath: String) throws -> URL {
    let url = URL(fileURLWithPath: stagingPath).appendingPathComponent(relativePath)
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
  /// - Parameter companions: endings of files that belong to an older file of the same name, and go with
  ///   it: SQLite would read an old log into a new database.
  /// - Throws: `FolderObstacle` before anything is in place where something stands in the way.
  public func commit(removingBeside companions: [String] = []) throws {
    let deepestFirst = stagedFiles().sorted { (-depth($0), $0) < (-depth($1), $1) }
    try makeTargets(of: deepestFirst)
    for file in deepestFirst {
      let target = URL(fileURLWithPath: path).appendingPathComponent(file)
      for ending in companions {
        try? FileManager.default.removeItem(atPath: target.path + ending)
      }
      guard rename(stagingPath + "/" + file, target.path) == 0 else {
        throw FolderObstacle(path: target.path)
      }
    }
    try FileManager.default.removeItem(atPath: stagingPath)
    isOpen.withLock { $0 = false }
  }

  /// All folders before the first file, so that results are not put half in place.
  private func makeTargets(of files: [String]) throws(FolderObstacle) {
    let folders = Set(
      files.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    for folder in folders.sorted() {
      let target = folder.isEmpty ? path : path + "/" + folder
      do {
        try FileManager.default.createDirectory(
          atPath: target, withIntermediateDirectories: true)
      } catch {
        throw FolderObstacle(path: target)
      }
      guard access(target, W_OK | X_OK) == 0 else { throw FolderObstacle(path: target) }
    }
    for file in files where StagedFolder.isFolder(path + "/" + file) {
      throw FolderObstacle(path: path + "/" + file)
    }
  }

  /// Leaves the file system as it was. Does nothing after `commit()`.
  public func discard() {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      // A run at work may add a file to a folder that is being emptied.
      for _ in 0..<100 where FileManager.default.fileExists(atPath: stagingPath) {
        try? FileManager.default.removeItem(atPath: stagingPath)
      }
      StagedFolder.removeEmpty(madeFolders)
    }
  }

  private func stagedFiles() -> [String] {
    let files = FileManager.default
    return (files.subpaths(atPath: stagingPath) ?? []).filter {
      !StagedFolder.isFolder(stagingPath + "/" + $0)
    }
  }

  private func depth(_ path: String) -> Int { path.count { $0 == "/" } }

  private static func removeEmpty(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }
}
