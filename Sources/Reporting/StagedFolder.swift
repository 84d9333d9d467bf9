import Foundation
import Synchronization

/// A folder in which results appear whole or not at all.
///
/// Everything is written into a hidden folder inside it and renamed into place at the end, so that an
/// error, an interruption or a full disk leaves what was there before. Inside, since a rename only
/// works within one file system.
public final class StagedFolder: Sendable {
  public let path: String
  private let stagingPath: String
  /// What had to be made on the way, outermost first; goes again when nothing came of it.
  private let madeFolders: [String]
  /// False once it is given up: runs may be at work still, and must not bring back what is gone.
  private let isOpen = Mutex(true)

  /// Makes the folder where there is none, so that it is known to be writable before any work is done.
  ///
  /// - Throws: whatever the file system says against it.
  public init(_ path: String) throws {
    self.path = path
    let files = FileManager.default
    let process = ProcessInfo.processInfo.processIdentifier
    stagingPath = path + "/.partial-\(process)"
    var missing: [String] = []
    var ancestor = URL(fileURLWithPath: path).standardizedFileURL
    while !files.fileExists(atPath: ancestor.path), ancestor.path != "/" {
      missing.insert(ancestor.path, at: 0)
      ancestor.deleteLastPathComponent()
    }
    madeFolders = missing
    do {
      try files.createDirectory(atPath: stagingPath, withIntermediateDirectories: true)
    } catch {
      StagedFolder.removeEmpty(missing)
      throw error
    }
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
  public func commit(removingBeside companions: [String] = []) throws {
    let deepestFirst = stagedFiles().sorted { (-depth($0), $0) < (-depth($1), $1) }
    for file in deepestFirst {
      let target = URL(fileURLWithPath: path).appendingPathComponent(file)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      for ending in companions {
        try? FileManager.default.removeItem(atPath: target.path + ending)
      }
      guard rename(stagingPath + "/" + file, target.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.path])
      }
    }
    try FileManager.default.removeItem(atPath: stagingPath)
    isOpen.withLock { $0 = false }
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
    return (files.subpaths(atPath: stagingPath) ?? []).filter { name in
      var isFolder: ObjCBool = false
      return files.fileExists(atPath: stagingPath + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  private func depth(_ path: String) -> Int { path.count { $0 == "/" } }

  private static func removeEmpty(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }
}
