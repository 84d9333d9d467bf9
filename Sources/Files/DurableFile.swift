import Foundation

/// A file that appears as a whole or not at all, even after a loss of power.
///
/// It is a `Draft` that is flushed to the disk and renamed.
package final class DurableFile {
  private static let bufferLength = 1 << 18

  private let target: String
  /// The draft; nil after the draft was renamed to the target or discarded.
  private var draft: Draft?
  private var buffer: [UInt8] = []

  /// Creates the draft of a file.
  ///
  /// - Parameter mode: The file's permissions; nil for 0666 reduced by the user's mask.
  /// - Throws: `FileError`.
  package init(_ target: String, mode: mode_t? = 0o644) throws(FileError) {
    self.target = target
    draft = try Draft(ofFile: target, mode: mode)
  }

  deinit { discard() }

  package func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferLength { _ = try flush() }
  }

  /// Puts the complete file in place.
  ///
  /// - Throws: `FileError`. A call after `discard()` throws it too.
  package func commit() throws(FileError) {
    let draft = try flush()
    do {
      try draft.put(at: target)
    } catch {
      discard()
      throw error
    }
    self.draft = nil
  }

  /// Discards the draft, so that the file system is as before. After `commit()` it does nothing.
  package func discard() {
    draft?.remove()
    draft = nil
  }

  private func flush() throws(FileError) -> Draft {
    guard let draft else { throw FileError(path: target, ECANCELED) }
    if let number = buffer.withUnsafeBytes({ OpenFile.write($0, to: draft.descriptor) }) {
      discard()
      throw FileError(path: target, number)
    }
    buffer.removeAll(keepingCapacity: true)
    return draft
  }

  /// Writes a small file in one call. It also removes drafts of the same file that killed programs
  /// have left.
  package static func write(
    _ bytes: some Sequence<UInt8>, to target: String, mode: mode_t? = 0o644
  ) throws(FileError) {
    let file = try DurableFile(target, mode: mode)
    Draft.removeAbandoned(of: target)
    try file.write(bytes)
    try file.commit()
  }

  /// Removes the drafts that killed programs have left in a folder; see `Draft`.
  package static func removeAbandoned(in folder: String, untouchedSince instant: Int) {
    Draft.removeAbandoned(in: folder, untouchedSince: instant)
  }
}

/// The reason why a file cannot be written. An existing complete file stays unchanged.
public struct FileError: Error, Sendable, CustomStringConvertible {
  public var path: String
  public var reason: String
  /// True if the user can run the command again and the command then continues from where it
  /// stopped.
  public var isResumable = true

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public init(path: String, _ number: Int32) {
    self.init(path: path, reason: String(cString: strerror(number)))
  }

  public var description: String {
    "\(path): cannot be written: \(reason)"
      + (isResumable ? "; to continue once it can be written, run the same command again" : "")
  }
}
