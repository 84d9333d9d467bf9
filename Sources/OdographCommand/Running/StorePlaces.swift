import Files
import Foundation
import Text
import TrackingEngine

/// Where `--store` keeps the runs' SQLite files. Each run begins with an empty store of its own; an older
/// one of the same name is replaced when the run is done.
struct StorePlaces: Sendable {
  struct Request {
    /// A file for one run, a folder for several.
    var path: String
    /// Of several scenarios each has its own.
    var subfolder: String?
    var isFolder: Bool
  }

  private let folder: StagedFolder
  /// Nil where each run has a name of its own.
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

  /// Only the last part of the path is made: a mistyped one must not grow a tree somewhere.
  private static func refuseMissingFolder(_ path: String) throws(InputError) {
    guard let folder = missingFolder(of: path) else { return }
    throw InputError(
      SourceLocation(file: path), "--store: there is no folder \(folder)",
      accepted: "a path in a folder that is there")
  }

  /// A mistyped path must not cost somebody a file.
  private static func refuseOther(_ path: String) throws(InputError) {
    let location = SourceLocation(file: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard !Folder.exists(path) else {
      throw InputError(location, "--store: this is a folder", accepted: "a file, for one run")
    }
    guard FileHandle(forReadingAtPath: path)?.readData(ofLength: 1).isEmpty != true else { return }
    do { _ = try RecordArchive(path: path) } catch {
      throw InputError(
        location, "--store: this file is there and no record store: \(error)",
        accepted: "a new file, or a record store to be replaced")
    }
  }
}

/// The folder of a path as it was written, where it is not there; nil where it is.
func missingFolder(of path: String) -> String? {
  guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
  let folder = String(path[..<slash])
  return FileManager.default.fileExists(atPath: folder) ? nil : folder
}
