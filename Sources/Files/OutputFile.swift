import Foundation
import Synchronization
import Text

/// An output file that appears as a whole or not at all.
///
/// A regular file is written as a `DurableFile`. Standard output, a device or a pipe cannot be
/// replaced by renaming a file. For such a target the result is collected in a temporary file, and
/// copied when it is complete.
package final class OutputFile: Sendable {
  private enum Stage {
    case draft(DurableFile)
    /// A temporary file with the result. `commit()` copies the file to the device or pipe at the
    /// path `to`, or to standard output if `to` is nil.
    case copy(FileHandle, to: String?)
    case over
  }

  private let stage: Mutex<Stage>

  /// Creates an output file. Its target is written when `commit()` is called.
  ///
  /// - Parameter target: The path of the result; nil or "-" for standard output.
  /// - Throws: `InputError` if the file cannot be written.
  package init(_ target: String?, option: String = "--output") throws(InputError) {
    let target = Self.path(target)
    if let target, Folder.exists(target) {
      throw InputError(
        SourceLocation(file: target), "\(option): this is a folder", accepted: "a file")
    }
    do throws(FileError) {
      stage = Mutex(try Self.begun(target))
    } catch {
      throw InputError(
        SourceLocation(file: target ?? error.path), "\(option): the file cannot be written",
        accepted: "a file in an existing folder that you may write to")
    }
  }

  /// Returns the path of the file that an option names; nil for standard output, which "-" means.
  package static func path(_ target: String?) -> String? { target == "-" ? nil : target }

  /// Throws an error if the file is one of the command's inputs or earlier outputs.
  package static func refuse(
    _ target: String, option: String, overwriting taken: [String]
  ) throws(InputError) {
    let place = canonicalPath(target)
    guard let input = taken.first(where: { canonicalPath($0) == place }) else { return }
    throw InputError(
      SourceLocation(file: target), "\(option): the result would overwrite \(input)",
      accepted: "another file")
  }

  private static func begun(_ target: String?) throws(FileError) -> sending Stage {
    // A link is kept, and the file that it leads to is replaced.
    let place = target.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    guard let place, isFileOrNothing(place) else {
      let unnamed = try OpenFile.unnamed(in: FileManager.default.temporaryDirectory.path)
      return .copy(FileHandle(fileDescriptor: unnamed, closeOnDealloc: true), to: target)
    }
    let file = try DurableFile(place, mode: nil)
    Draft.removeAbandoned(of: place)
    return .draft(file)
  }

  private static func isFileOrNothing(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes a part of the result. After `discard()` it does nothing.
  package func write(_ bytes: [UInt8]) throws {
    try stage.withLock { stage in
      switch stage {
      case .draft(let file): try Self.attempt { () throws(FileError) in try file.write(bytes) }
      case .copy(let file, _): try file.write(contentsOf: bytes)
      case .over: break
      }
    }
  }

  package func commit() throws {
    try stage.withLock { stage in
      switch stage {
      case .draft(let file): try Self.attempt { () throws(FileError) in try file.commit() }
      case .copy(let file, let target): try Self.copy(file, to: target)
      case .over: throw CocoaError(.userCancelled)
      }
      stage = .over
    }
  }

  private static func copy(_ file: FileHandle, to target: String?) throws {
    let end =
      try target.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) } ?? .standardOutput
    try file.seek(toOffset: 0)
    while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
      let failure = piece.withUnsafeBytes { OpenFile.write($0, to: end.fileDescriptor) }
      guard let failure else { continue }
      // The reader has closed the pipe, as head does, which is no error.
      if target == nil, failure == EPIPE { return }
      var error = FileError(path: target ?? "standard output", failure)
      error.isResumable = false
      throw error
    }
  }

  /// Runs `body`, and marks its errors as not resumable, since a command that writes a single file
  /// always starts from the beginning.
  private static func attempt(_ body: () throws(FileError) -> Void) throws(FileError) {
    do {
      try body()
    } catch {
      var trouble = error
      trouble.isResumable = false
      throw trouble
    }
  }

  /// Discards the result, so that the target is unchanged. After `commit()` it does nothing.
  package func discard() {
    stage.withLock { stage in
      if case .draft(let file) = stage { file.discard() }
      stage = .over
    }
  }
}
