import Foundation

/// A file that appears whole or not at all, even over a loss of power: a `Draft` that is brought to
/// the disk and renamed.
package final class DurableFile {
  private static let bufferLength = 1 << 18

  private let target: String
  /// Nil once it is in place or given up.
  private var draft: Draft?
  private var buffer: [UInt8] = []

  /// - Parameter mode: the file's permissions; nil for what the user's mask leaves of 0666.
  /// - Throws: `FileTrouble`.
  package init(_ target: String, mode: mode_t? = 0o644) throws(FileTrouble) {
    self.target = target
    draft = try Draft(ofFile: target, mode: mode)
  }

  deinit { discard() }

  package func write(_ bytes: some Sequence<UInt8>) throws(FileTrouble) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferLength { _ = try flush() }
  }

  /// - Throws: `FileTrouble`, also after `discard()`.
  package func commit() throws(FileTrouble) {
    let draft = try flush()
    do {
      try draft.put(at: target)
    } catch {
      discard()
      throw error
    }
    self.draft = nil
  }

  /// Leaves the file system as it was. Does nothing after `commit()`.
  package func discard() {
    draft?.remove()
    draft = nil
  }

  private func flush() throws(FileTrouble) -> Draft {
    guard let draft else { throw FileTrouble(path: target, ECANCELED) }
    if let number = buffer.withUnsafeBytes({ OpenFile.write($0, to: draft.descriptor) }) {
      discard()
      throw FileTrouble(path: target, number)
    }
    buffer.removeAll(keepingCapacity: true)
    return draft
  }

  /// Writes a small file at once, and removes what killed programs have left of the same.
  package static func write(
    _ bytes: some Sequence<UInt8>, to target: String, mode: mode_t? = 0o644
  ) throws(FileTrouble) {
    let file = try DurableFile(target, mode: mode)
    Draft.removeAbandoned(of: target)
    try file.write(bytes)
    try file.commit()
  }

  /// Removes what killed programs have left in a folder; see `Draft`.
  package static func removeAbandoned(in folder: String, untouchedSince instant: Int) {
    Draft.removeAbandoned(in: folder, untouchedSince: instant)
  }
}

/// The reason why a file cannot be written. A whole file from before stays whole.
public struct FileTrouble: Error, Sendable, CustomStringConvertible {
  public var path: String
  public var reason: String
  /// True where the command goes on from here when it is given again.
  public var isResumable = true

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public init(path: String, _ number: Int32) {
    self.init(path: path, reason: String(cString: strerror(number)))
  }

  public var description: String {
    "\(path): this cannot be written: \(reason)"
      + (isResumable ? "; when it can, the same command goes on from here" : "")
  }
}
