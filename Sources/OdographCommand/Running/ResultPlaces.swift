import Files
import Foundation
import Reporting
import Text

/// The output folder of one scenario. It is opened before the runs, so that problems with the
/// folder are reported first. All files appear in it together when the runs are done.
struct ResultPlaces: Sendable {
  let folder: StagedFolder
  private let runs: RunFolders
  private let stores: StorePlaces?
  /// The folders of all planned runs, relative to the output folder.
  private let runFolders: [String]

  init(_ plan: RunPlan, folder path: String, store: StorePlaces.Request?) throws(InputError) {
    runs = RunFolders(trackers: plan.trackers.map(\.name), hasSeveralSeeds: plan.seeds.count > 1)
    runFolders = plan.trackers.flatMap { [runs] tracker in
      plan.seeds.map { runs.folder(tracker.name, $0) }
    }
    folder = try StagedFolder.opened(path, option: "--output")
    do throws(InputError) {
      try folder.refuseObstacles(in: runs.ofTrackers, option: "--output")
      stores = try store.map { (request) throws(InputError) in try StorePlaces(request) }
    } catch {
      folder.discard()
      throw error
    }
  }

  /// Returns the subfolder of a run, such as "overland-high-resolution" or
  /// "overland-high-resolution/seed-3".
  func subfolder(_ tracker: String, _ seed: UInt64) -> String { runs.folder(tracker, seed) }

  /// Returns the path of the run's record store during the run; nil if the records stay in memory.
  func storePath(_ tracker: String, _ seed: UInt64) -> String? {
    stores?.pathForWriting(subfolder(tracker, seed))
  }

  func commit() throws {
    try removeOutdated()
    let formerFolders = formerFolders
    do {
      try folder.commit()
      try stores?.commit()
    } catch let obstacle as FolderObstacle {
      throw InputError(
        obstacle, option: obstacle.path.hasPrefix(folder.path) ? "--output" : "--store")
    }
    for former in formerFolders { removeRun(in: former) }
  }

  /// The subfolders of runs that the replaced report has and the new report lacks.
  private var formerFolders: [String] {
    guard let report = FileManager.default.contents(atPath: folder.path + "/report.json") else {
      return []
    }
    let known = Set(runFolders)
    return RunFolders.folders(in: report).filter { !known.contains($0) }
  }

  /// Deletes the files of a run, and then the run's folders that are empty. Other files stay.
  private func removeRun(in subfolder: String) {
    for name in RunFiles.names {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/\(subfolder)/\(name)")
    }
    var path = subfolder
    while !path.isEmpty, rmdir("\(folder.path)/\(path)") == 0 {
      path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
  }

  /// Returns the error with the path that the user typed, in place of the temporary file's path.
  func shown(_ trouble: FileError) -> FileError {
    stores?.shown(folder.shown(trouble)) ?? folder.shown(trouble)
  }

  func discard() {
    folder.discard()
    stores?.discard()
  }

  /// Removes the `explain.txt` files of earlier runs.
  ///
  /// A run without `--explain` writes no such file. An old file beside the new results would be
  /// misleading.
  private func removeOutdated() throws {
    for subfolder in runs.ofTrackers {
      let path = folder.path + "/" + subfolder + "/explain.txt"
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

extension StagedFolder {
  /// Opens an output folder.
  ///
  /// - Throws: `InputError` that names the option, with the system's reason if there is one.
  static func opened(_ path: String, option: String) throws(InputError) -> StagedFolder {
    do {
      return try StagedFolder(path)
    } catch {
      throw InputError(FolderObstacle(path: path), option: option)
    }
  }

  /// Throws an error if the folder cannot be written, or if a folder has the name of one of the
  /// files.
  func refuseObstacles(to files: [String], option: String) throws(InputError) {
    do throws(FolderObstacle) {
      try refuseObstacles(in: "", files: files)
    } catch {
      throw InputError(error, option: option)
    }
  }

  fileprivate func refuseObstacles(in subfolders: [String], option: String) throws(InputError) {
    try refuseObstacles(to: RunFolders.reportFiles, option: option)
    do throws(FolderObstacle) {
      for subfolder in subfolders { try refuseObstacles(in: subfolder, files: RunFiles.names) }
    } catch {
      throw InputError(error, option: option)
    }
  }
}

extension InputError {
  fileprivate init(_ obstacle: FolderObstacle, option: String) {
    self.init(folder: obstacle.path, option: option, reason: Self.reason(unwritable: obstacle.path))
  }

  init(folder: String, option: String, reason: String) {
    self.init(
      SourceLocation(file: folder), "\(option): the folder cannot be written: \(reason)",
      accepted: "a folder, existing or new, that you may write to")
  }

  /// Returns the reason why a folder cannot be written, as text for a message.
  ///
  /// There are four reasons: a part of the path is a file, something else such as a broken link is
  /// at the path, the system returned an error, or the file system accepts nothing new, as /proc.
  static func reason(unwritable path: String) -> String {
    if let file = fileInTheWay(of: path) { return "\(file) is a file" }
    var existing = URL(fileURLWithPath: path).standardizedFileURL
    while !FileManager.default.fileExists(atPath: existing.path), existing.path != "/" {
      existing.deleteLastPathComponent()
    }
    guard access(existing.path, W_OK | X_OK) == 0 else { return String(cString: strerror(errno)) }
    var status = stat()
    return !Folder.exists(path) && lstat(path, &status) == 0
      ? "something else exists at this path" : "nothing can be created in \(existing.path)"
  }

  /// Returns the file that prevents the creation of a folder at the path; nil if there is no such
  /// file.
  ///
  /// The file is at the path itself, or at the path of a parent folder. The result is the path of
  /// the file, as the user typed it.
  private static func fileInTheWay(of path: String) -> String? {
    var ancestor = path[...]
    var isFolder: ObjCBool = false
    while !FileManager.default.fileExists(atPath: String(ancestor), isDirectory: &isFolder) {
      guard let slash = ancestor.dropLast().lastIndex(of: "/"), slash > ancestor.startIndex else {
        return nil
      }
      ancestor = ancestor[..<slash]
    }
    return isFolder.boolValue ? nil : String(ancestor)
  }
}
