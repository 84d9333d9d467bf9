import Foundation

/// A text file that an app writes, read piece by piece as it grows.
///
/// The bytes alone decide what is new, so that two runs see the same: times of change follow the
/// real clock, and the system may give a new file the number of an old one. If the bytes before the
/// place up to which the file was read are still there, the file has grown, and its rest is new.
/// Otherwise the app has written it anew.
struct GrowingText {
  private static let pieceBytesMax = 1 << 24
  private static let tailBytesMax = 256

  struct Piece {
    var bytes: Data
    /// True if the piece is the beginning of the file.
    var isBeginning: Bool
    /// True if the file goes on after the piece.
    var hasMore: Bool
  }

  private var offset = 0
  /// The bytes before `offset`.
  private var tail = Data()
  private var isUnfinished = false

  /// Reads the bytes that follow the bytes taken so far.
  ///
  /// - Parameter readsAnew: false to leave a file that was written anew for later.
  /// - Returns: nil if there is no such file, or nothing new in it.
  mutating func more(path: String, readsAnew: Bool) -> Piece? {
    // Without O_NONBLOCK, a pipe in place of the file would stop the run.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    let hasGrown =
      size >= offset
      && Self.read(descriptor, at: offset - tail.count, count: tail.count) == tail
    if !hasGrown {
      guard readsAnew else { return nil }
      offset = 0
      tail = Data()
    }
    let count = min(size - offset, Self.pieceBytesMax)
    guard count > 0 else { return nil }
    return Piece(
      bytes: Self.read(descriptor, at: offset, count: count), isBeginning: offset == 0,
      hasMore: size > offset + count)
  }

  /// Notes that bytes at the beginning of the last piece need not be read again.
  mutating func take(_ count: Int, of piece: Piece) {
    offset += count
    tail = (tail + piece.bytes.prefix(count)).suffix(Self.tailBytesMax)
  }

  private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> Data {
    guard count > 0 else { return Data() }
    var bytes = Data(count: count)
    let read = bytes.withUnsafeMutableBytes { buffer -> Int in
      var filled = 0
      while filled < count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(offset + filled))
        guard result > 0 else { break }
        filled += result
      }
      return filled
    }
    return bytes.prefix(read)
  }
}
