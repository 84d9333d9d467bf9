import Foundation

/// A text file that an app writes, read piece by piece as it grows.
///
/// The bytes alone decide what is new, so that two runs see the same: times of change follow the
/// real clock, and the system may give a new file the number of an old one. If the row that was
/// read last is still in its place, the file has grown, and its rest is new. If the row is
/// elsewhere, the app has cut the file's beginning, and what follows the row is new. Otherwise the
/// app has written the file anew.
struct GrowingText {
  private static let pieceBytesMax = 1 << 24
  private static let rowBytesMax = 1 << 14
  /// The size up to which a file is searched and read anew as often as its bytes change.
  private static let smallBytesMax = 1 << 20

  struct Piece {
    var bytes: Data
    /// True if the piece is the beginning of the file.
    var isBeginning: Bool
    /// True if the file goes on after the piece.
    var hasMore: Bool
  }

  private var offset = 0
  /// The bytes before `offset`: the row that was read last.
  private var lastRow = Data()

  /// Reads the bytes that follow the bytes taken so far.
  ///
  /// - Parameter readsAnew: false to leave a large file that was not only appended to for later.
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
      && Self.read(descriptor, at: offset - lastRow.count, count: lastRow.count) == lastRow
    if !hasGrown {
      guard readsAnew || size <= Self.smallBytesMax else { return nil }
      let beginning = Self.read(descriptor, at: 0, count: min(size, Self.pieceBytesMax))
      offset = beginning.range(of: lastRow, options: .backwards)?.upperBound ?? 0
      if offset == 0 { lastRow = Data() }
    }
    let count = min(size - offset, Self.pieceBytesMax)
    guard count > 0 else { return nil }
    return Piece(
      bytes: Self.read(descriptor, at: offset, count: count), isBeginning: offset == 0,
      hasMore: size > offset + count)
  }

  /// Notes that bytes at the beginning of the last piece need not be read again.
  ///
  /// - Parameter lastRow: the length of the last row in them; 0 if there is none.
  mutating func take(_ count: Int, of piece: Piece, lastRow length: Int) {
    guard count > 0 else { return }
    offset += count
    lastRow = piece.bytes.prefix(count).suffix(min(length, Self.rowBytesMax))
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
