import Foundation
import Synchronization
import Text

/// A result that appears whole or not at all, however large: in a file that is renamed into place at the
/// end, or, where no file can take its place, written once all of it is there: to standard output, to a
/// device, to a pipe.
package final class OutputFile: Sendable {
  /// Nil for standard output. Of a link what it leads to.
  private let target: String?
  /// Whether `path` takes the target's place.
  private let isRenamed: Bool
  private let path: String
  /// Nil once it is in place or given up.
  private let handle: Mutex<FileHandle?>

  /// - Parameter target: nil for standard output.
  /// - Throws: `InputError` when the file could not be written.
  package init(_ target: String?, option: String = "--output") throws(InputError) {
    let process = ProcessInfo.processInfo.processIdentifier
    let place = target.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    isRenamed = place.map(Self.isFileOrNothing) ?? false
    self.target = isRenamed ? place : target
    path =
      if isRenamed, let place {
        "\(place).partial-\(process)"
      } else {
        FileManager.default.temporaryDirectory.appendingPathComponent("odograph-\(process)").path
      }
    var isFolder: ObjCBool = false
    if let target, FileManager.default.fileExists(atPath: target, isDirectory: &isFolder),
      isFolder.boolValue
    {
      throw InputError(
        SourceLocation(file: target), "\(option): this is a folder", accepted: "a file")
    }
    guard let file = Self.made(path) else {
      throw InputError(
        SourceLocation(file: target ?? path), "\(option): the file cannot be written",
        accepted: "a file in a folder that is there and that you may write to")
    }
    // What is copied in the end needs no name, and leaves none behind however the program ends.
    if !isRenamed { unlink(path) }
    handle = Mutex(file)
    if isRenamed, let place { Self.removeAbandoned(besides: place) }
  }

  /// Locked before it has its name: see `Ownership`.
  private static func made(_ path: String) -> FileHandle? {
    let url = URL(fileURLWithPath: path)
    let begun = url.deletingLastPathComponent().path + "/.begun-" + url.lastPathComponent
    guard FileManager.default.createFile(atPath: begun, contents: nil),
      let file = FileHandle(forUpdatingAtPath: begun)
    else { return nil }
    _ = Ownership.lock(file.fileDescriptor)
    guard rename(begun, path) == 0 else {
      unlink(begun)
      return nil
    }
    return file
  }

  /// What killed programs have left of the same file.
  private static func removeAbandoned(besides place: String) {
    let url = URL(fileURLWithPath: place)
    Ownership.removeAbandoned(
      in: url.deletingLastPathComponent().path, prefix: url.lastPathComponent + ".partial-")
  }

  package func write(_ bytes: [UInt8]) throws {
    try handle.withLock { try $0?.write(contentsOf: bytes) }
  }

  package func commit() throws {
    try handle.withLock { handle in
      guard let file = handle else { throw CocoaError(.userCancelled) }
      if isRenamed, let target {
        try file.close()
        guard rename(path, target) == 0 else {
          throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target])
        }
      } else {
        try copy(file)
        try file.close()
      }
      handle = nil
    }
  }

  private func copy(_ file: FileHandle) throws {
    let end =
      try target.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) } ?? .standardOutput
    try file.seek(toOffset: 0)
    while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
      try end.write(contentsOf: piece)
    }
  }

  /// A device or a pipe is written to, never replaced.
  private static func isFileOrNothing(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Leaves the file system as it was. Does nothing after `commit()`.
  package func discard() {
    handle.withLock { handle in
      guard handle != nil else { return }
      try? handle?.close()
      handle = nil
      if isRenamed { unlink(path) }
    }
  }
}
