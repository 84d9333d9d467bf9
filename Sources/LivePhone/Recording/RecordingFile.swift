import Files
import Foundation
import Timekeeping

/// An open recording file. It consists of a body that only grows, and of closing lines after the
/// body.
struct RecordingFile: Sendable {
  /// The number of bytes that are read at the file's beginning, and again at the file's end.
  ///
  /// The number is large enough for the bytes at the end to contain the last complete report.
  private static let tailBytes = 1 << 20

  let isResumed: Bool
  /// The first and last time of the file's reports; nil if the file has no reports.
  let span: ClosedRange<Instant>?
  private let path: String
  private let handle: Handle
  private var descriptor: Int32 { handle.descriptor }
  private let closing: [UInt8]
  private var bodyEnd: Int

  /// Opens and locks the file, and removes an incomplete report at the file's end.
  init(path: String, form: RecordingForm) throws(RecordingError) {
    self.path = path
    closing = Array(form.closing.utf8)
    // The user's position is private, so other users of the machine may not read the file.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: describe(errno)) }
    handle = Handle(descriptor)
    try Self.lock(descriptor, path)
    let opening = Array(form.opening.utf8)
    let found = try Self.found(in: descriptor, path, form)
    bodyEnd = found.bodyEnd
    isResumed = bodyEnd > opening.count
    span = found.span
    if bodyEnd == 0 {
      try Self.write(opening, at: 0, to: descriptor, path)
      bodyEnd = opening.count
    }
    try end()
    try sync()
    // The name of a new file must be on the disk, too.
    OpenFile.forceNames(besides: path)
  }

  /// Appends text to the body. After an error the file is as before the call.
  mutating func append(_ text: String) throws(RecordingError) {
    let bytes = Array(text.utf8)
    do throws(RecordingError) {
      try Self.write(bytes + closing, at: bodyEnd, to: descriptor, path)
      bodyEnd += bytes.count
    } catch {
      // The closing lines have room, since they were there before.
      try? end()
      throw error
    }
  }

  func sync() throws(RecordingError) {
    guard fsync(descriptor) == 0 else { throw .cannotWrite(path: path, reason: describe(errno)) }
    // A file without a name would disappear after it is closed.
    var status = stat()
    guard fstat(descriptor, &status) != 0 || status.st_nlink > 0 else {
      throw .cannotWrite(path: path, reason: "it was removed")
    }
  }

  /// Releases the lock. The file is closed when the last copy of this value is released.
  func close() {
    // A process that is just being started also has the descriptor, until it runs another program.
    flock(descriptor, LOCK_UN)
  }

  /// A file descriptor that is closed when its last user releases it.
  ///
  /// The recording is one user. The other user is a flush, which may still wait for the disk after
  /// the recording has stopped using the file.
  private final class Handle: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { Foundation.close(descriptor) }
  }

  /// Writes the closing lines after the body, and removes all bytes after them.
  private func end() throws(RecordingError) {
    try Self.write(closing, at: bodyEnd, to: descriptor, path)
    guard ftruncate(descriptor, off_t(bodyEnd + closing.count)) == 0 else {
      throw .cannotWrite(path: path, reason: describe(errno))
    }
  }

  private static func lock(_ descriptor: Int32, _ path: String) throws(RecordingError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotOpen(path: path, reason: "it is not an ordinary file")
    }
    guard OpenFile.lock(descriptor) else {
      if errno == EWOULDBLOCK { throw .inUse(path: path) }
      throw .cannotOpen(path: path, reason: describe(errno))
    }
  }

  /// Returns the position at which the last complete report ends, and the time range of the
  /// reports. The position is 0 for a new file.
  private static func found(
    in descriptor: Int32, _ path: String, _ form: RecordingForm
  ) throws(RecordingError) -> (bodyEnd: Int, span: ClosedRange<Instant>?) {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let mark = Array(form.mark.utf8)
    let beginning = try read(min(size, tailBytes), at: 0, from: descriptor, path)
    let sound = beginning.prefix { $0 != 0 }
    // The file was torn before the first report.
    if sound.count < mark.count, mark.starts(with: sound), beginning[sound.endIndex...].isZero {
      return (0, nil)
    }
    guard sound.starts(with: mark) else { throw .foreign(path: path) }
    let opening = form.opening.utf8.count
    let start = max(opening, size - tailBytes)
    let tail = try read(size - start, at: start, from: descriptor, path)
    guard let end = form.bodyEnd(in: tail), end > 0 || start == opening else {
      throw .foreign(path: path)
    }
    return (start + end, form.span(from: sound, to: tail.prefix(end)))
  }

  private static func read(
    _ count: Int, at offset: Int, from descriptor: Int32, _ path: String
  ) throws(RecordingError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else {
        throw .cannotOpen(
          path: path, reason: got < 0 ? describe(errno) : "it was truncated while it was read")
      }
      done += got
    }
    return bytes
  }

  private static func write(
    _ bytes: [UInt8], at offset: Int, to descriptor: Int32, _ path: String
  ) throws(RecordingError) {
    let number = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor, at: offset) }
    if let number { throw .cannotWrite(path: path, reason: describe(number)) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isZero: Bool { allSatisfy { $0 == 0 } }
}

private func describe(_ code: Int32) -> String {
  code == ENOSPC ? "the disk is full" : String(cString: strerror(code))
}
