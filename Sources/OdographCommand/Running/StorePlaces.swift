import Files
import Foundation
import LiveTracking
import RecordStorage
import Text
import TrackingEngine

/// The SQLite record stores of the runs, at the path of `--store`.
///
/// Each run begins with an empty store. When the run is done, its store replaces an older store of
/// the same name.
struct StorePlaces: Sendable {
  struct Request {
    /// The path of a file if there is only one run; the path of a folder if there are several runs.
    var path: String
    /// The scenario's folder below the path if there are several scenarios; otherwise nil.
    var subfolder: String?
    var isFolder: Bool
  }

  private let folder: StagedFolder
  /// The name of the store's file if there is only one store; nil if each run has its own store.
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

  func shown(_ trouble: FileError) -> FileError { folder.shown(trouble) }

  func discard() { folder.discard() }

  /// Throws an error if the path is in a missing folder. Only the last part of a path is created,
  /// so that a mistyped path creates no folders.
  private static func refuseMissingFolder(_ path: String) throws(InputError) {
    guard let folder = Folder.missingParent(of: path) else { return }
    throw InputError(
      SourceLocation(file: path), "--store: there is no folder \(folder)",
      accepted: "a path in an existing folder")
  }

  /// Throws an error if a file at the path is not a record store. Such a path may be mistyped, so
  /// the file is not replaced.
  private static func refuseOther(_ path: String) throws(InputError) {
    let location = SourceLocation(file: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard !Folder.exists(path) else {
      throw InputError(location, "--store: this is a folder", accepted: "a file, for one run")
    }
    guard !LiveFolder(store: path).isOfTracker else {
      throw InputError(
        location, "--store: 'odograph live' keeps its records there", accepted: "another file")
    }
    guard FileHandle(forReadingAtPath: path)?.readData(ofLength: 1).isEmpty != true else { return }
    do { _ = try RecordArchive(path: path) } catch {
      throw InputError(
        location, "--store: the file exists and is not a record store: \(error)",
        accepted: "a new file, or a record store to be replaced")
    }
  }
}
