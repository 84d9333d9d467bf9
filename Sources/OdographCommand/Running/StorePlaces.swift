import Foundation
import Reporting
import Scenarios

/// Where `--store` keeps the runs' SQLite files. Each run begins with an empty store of its own; an older
/// one of the same name is replaced when the run is done.
struct StorePlaces: Sendable {
  struct Request {
    /// A file for one run, a folder for several.
    var path: String
    var isFolder: Bool
  }

  private static let sqliteBeginning = Data("SQLite format 3\0".utf8)

  private let folder: StagedFolder
  /// Nil where each run has a name of its own.
  private let fileName: String?

  init(_ request: Request) throws(InputError) {
    let url = URL(fileURLWithPath: request.path)
    fileName = request.isFolder ? nil : url.lastPathComponent
    if !request.isFolder { try StorePlaces.refuseOther(request.path) }
    folder = try StagedFolder.opened(
      request.isFolder ? request.path : url.deletingLastPathComponent().path, option: "--store")
  }

  func pathForWriting(_ subfolder: String) -> String? {
    try? folder.pathForWriting(
      fileName ?? subfolder.replacing("/", with: "-") + ".sqlite")
  }

  func commit() throws { try folder.commit(removingBeside: ["-wal", "-shm"]) }

  func discard() { folder.discard() }

  /// A mistyped path must not cost somebody a file.
  private static func refuseOther(_ path: String) throws(InputError) {
    let location = SourceLocation(file: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else {
      throw InputError(location, "--store: this is a folder", accepted: "a file, for one run")
    }
    let beginning = FileHandle(forReadingAtPath: path)?.readData(ofLength: sqliteBeginning.count)
    guard let beginning, beginning.isEmpty || beginning == sqliteBeginning else {
      throw InputError(
        location, "--store: this file is there and no SQLite store",
        accepted: "a new file, or a store to be replaced")
    }
  }
}
