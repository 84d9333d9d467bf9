import Foundation

/// A file that is there whole or not at all, whatever happens to whoever writes it: under a name that nobody
/// else has, forced onto the disk, and only then renamed.
///
/// It is locked as long as it is being written. So what a killed writer has left behind can be told from what
/// somebody is writing now, on this machine or on another one with the same file system.
package final class DurableFile {
  private static let bufferLength = 1 << 18

  private let target: String
  private let path: String
  /// -1 once it is in place or given up.
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// - Throws: `FileTrouble`.
  package init(_ target: String) throws(FileTrouble) {
    self.target = target
    let url = URL(fileURLWithPath: target)
    let folder = url.deletingLastPathComponent().relativePath
    var template = Array(
      (folder + "/." + url.lastPathComponent + Self.mark + "XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard descriptor >= 0 else { throw FileTrouble(path: target, errno) }
    // Where the file system knows no locks nobody cleans up either.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    fchmod(descriptor, 0o644)
    buffer.reserveCapacity(Self.bufferLength)
  }

  deinit { discard() }

  package func write(_ bytes: some Sequence<UInt8>) throws(FileTrouble) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferLength { try flush() }
  }

  package func commit() throws(FileTrouble) {
    try flush()
    guard fsync(descriptor) == 0, rename(path, target) == 0 else { throw failure() }
    close(descriptor)
    descriptor = -1
    Self.forceNames(ofFolder: URL(fileURLWithPath: target).deletingLastPathComponent().path)
  }

  /// Leaves the file system as it was. Does nothing after `commit()`.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(path)
    descriptor = -1
  }

  private func flush() throws(FileTrouble) {
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Foundation.write(
          descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func failure() -> FileTrouble {
    let trouble = FileTrouble(path: target, errno)
    discard()
    return trouble
  }

  /// A rename is only kept over a loss of power once the folder is on the disk too.
  private static func forceNames(ofFolder path: String) {
    let folder = open(path, O_RDONLY)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  // MARK: What killed writers leave

  private static let mark = ".writing-"

  /// Removes what nobody writes any more.
  ///
  /// - Parameter instant: in seconds since 1970; what was changed later is let be, since between making a
  ///   file and locking it there is a moment.
  package static func removeAbandoned(in folder: String, untouchedSince instant: Int) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasPrefix(".") && name.contains(mark) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDWR)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
        status.secondsOfChange < instant
      {
        unlink(path)
      }
      close(descriptor)
    }
  }
}

extension stat {
  fileprivate var secondsOfChange: Int {
    #if os(Linux)
      Int(st_mtim.tv_sec)
    #else
      Int(st_mtimespec.tv_sec)
    #endif
  }
}

/// What stands against writing a file. What was whole before stays so.
public struct FileTrouble: Error, Sendable, CustomStringConvertible {
  public var path: String
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package init(path: String, _ number: Int32) {
    self.init(path: path, reason: String(cString: strerror(number)))
  }

  public var description: String {
    "\(path): this cannot be written: \(reason); when it can, the same command goes on from here"
  }
}
