import Files
import Foundation
import Text
import TrackingEngine

/// The SQLite files of the runs, under the path of `--store`.
///
/// Each run begins with an empty store of its own; an older one of the same name is replaced when
/// the run is done.
struct StorePlaces: Sendable {
  struct Request {
    /// The path of a file for one run, of a folder for several.
    var path: String
    /// The scenario's folder in the path if there are several scenarios, else nil.
    var subfolder: String?
    var isFolder: Bool
  }

  private let folder: StagedFolder
  /// The name of the only store; nil if each run's store has a name of its own.
  private let fileName: String?

  init(_ request: Request) throws(InputError) {
    let url = URL(fileURLWithPath: request.path)
    try StorePlaces.refuseMissingFolder(request.path)
    fileName = request.isFolder ? nil : url.lastPathComponent
    if !request.isFolder { try StorePlaces.refuseOther(request.path) }
    folder = try StagedFolder.opened(
      request.isFolder
        ? [request.path, request.subfolder].compactMap { $0 }.joined(separator: "/")
        : url.deletingLastPathComponent().path, option: "--store")
  }

  func pathForWriting(_ subfolder: String) -> String? {
    try? folder.pathForWriting(
      fileName ?? subfolder.replacing("/", with: "-") + ".sqlite")
  }

  func commit() throws { try folder.commit(removingBeside: ["-wal", "-shm"]) }

  func shown(_ trouble: FileTrouble) -> FileTrouble { folder.shown(trouble) }

  func discard() { folder.discard() }

  /// Refuses a path in a missing folder: only the last part is created, so that a mistyped path
  /// creates no folders.
  private static func refuseMissingFolder(_ path: String) throws(InputError) {
    guard let folder = missingFolder(of: path) else { return }
    throw InputError(
      SourceLocation(file: path), "--store: there is no folder \(folder)",
      accepted: "a path in an existing folder")
  }

  /// Refuses to replace a file that is not a record store: the path may be mistyped.
  private static func refuseOther(_ path: String) throws(InputError) {
    let location = SourceLocation(file: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard !Folder.exists(path) else {
      throw InputError(location, "--store: this is a folder", accepted: "a file, for one run")
    }
    guard FileHandle(forReadingAtPath: path)?.readData(ofLength: 1).isEmpty != true else { return }
    do { _ = try RecordArchive(path: path) } catch {
      throw InputError(
        location, "--store: the file exists and is not a record store: \(error)",
        accepted: "a new file, or a record store to be replaced")
    }
  }
}

/// Returns the folder of a path as it was written if the folder is missing; nil if it exists.
func missingFolder(of path: String) -> String? {
  guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
  let folder = String(path[..<slash])
  return FileManager.default.fileExists(atPath: folder) ? nil : folder
}
