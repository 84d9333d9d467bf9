import Foundation

/// A pipe that ends the current wait of another thread and all its later waits.
final class WakePipe: Sendable {
  /// The descriptor that becomes readable when `wake` is called; -1 if the process has no free
  /// descriptors.
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }
}
