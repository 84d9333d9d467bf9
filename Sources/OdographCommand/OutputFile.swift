import Foundation
import Scenarios
import Synchronization

/// A result that appears whole or not at all, however large: in a file that is renamed into place at the
/// end, or on standard output once all of it is there.
final class OutputFile: Sendable {
  private let target: String?
  private let path: String
  /// Nil once it is in place or given up.
  private let handle: Mutex<FileHandle?>

  /// - Parameter target: nil for standard output.
  /// - Throws: `InputError` when the file could not be written.
  init(_ target: String?, option: String = "--output") throws(InputError) {
    self.target = target
    let process = ProcessInfo.processInfo.processIdentifier
    path =
      target.map { "\($0).partial-\(process)" }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("odograph-\(process)").path
    var isFolder: ObjCBool = false
    if let target, FileManager.default.fileExists(atPath: target, isDirectory: &isFolder),
      isFolder.boolValue
    {
      throw InputError(
        SourceLocation(file: target), "\(option): this is a folder", accepted: "a file")
    }
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forUpdatingAtPath: path)
    else {
      throw InputError(
        SourceLocation(file: target ?? path), "\(option): the file cannot be written",
        accepted: "a file in a folder that is there and that you may write to")
    }
    // What goes to standard output needs no name, and leaves none behind however the program ends.
    if target == nil { unlink(path) }
    handle = Mutex(file)
  }

  func write(_ bytes: [UInt8]) throws {
    try handle.withLock { try $0?.write(contentsOf: bytes) }
  }

  func commit() throws {
    try handle.withLock { handle in
      guard let file = handle else { throw CocoaError(.userCancelled) }
      if let target {
        try file.close()
        guard rename(path, target) == 0 else {
          throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target])
        }
      } else {
        try file.seek(toOffset: 0)
        while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
          try FileHandle.standardOutput.write(contentsOf: piece)
        }
        try file.close()
      }
      handle = nil
    }
  }

  /// Leaves the file system as it was. Does nothing after `commit()`.
  func discard() {
    handle.withLock { handle in
      guard handle != nil else { return }
      try? handle?.close()
      handle = nil
      if target != nil { unlink(path) }
    }
  }
}
