import Files
import Foundation
import Text
import Timekeeping

/// A writer that appends lines to a file through a buffer. The buffer avoids a system call for each
/// line.
///
/// The file is open only while a full buffer is written. Thousands of runs may write files at the
/// same time, but the system limits the number of files that a process can have open.
package final class LineWriter {
  private static let bufferBytes = 1 << 16

  private let path: String
  private var text = TextBuffer()
  /// False until the file is made, which is when the first buffer is written.
  private var isBegun = false

  package init(path: String) { self.path = path }

  /// Adds the lines that the closure writes.
  package func add(_ lines: (inout TextBuffer) -> Void) throws {
    lines(&text)
    try flushIfFull()
  }

  package func add(_ text: StaticString) { self.text.add(text) }
  package func add(text: String) { self.text.add(text: text) }
  package func add(_ instant: Instant) { text.add(instant) }
  package func add(_ number: Int) { text.add(number) }

  /// Ends a line. If the buffer is full, writes it to the file.
  package func endLine() throws {
    text.endLine()
    try flushIfFull()
  }

  private func flushIfFull() throws {
    if text.count >= LineWriter.bufferBytes { try flush() }
  }

  private func flush() throws {
    guard text.count > 0 || !isBegun else { return }
    try text.withUnsafeBytes { bytes in
      if isBegun {
        try OpenFile.append(bytes, to: path)
      } else {
        try OpenFile.write(bytes, toNew: path)
      }
    }
    isBegun = true
    text.removeAll()
  }

  /// Writes the buffered lines that are left, or an empty file without any, and frees the buffer's
  /// memory.
  package func finish() throws {
    try flush()
    text = TextBuffer()
  }
}
