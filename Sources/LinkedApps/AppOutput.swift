import Foundation
import Text

/// The standard output and standard error of an app's processes in one run.
///
/// Its first megabyte goes to the program's own standard error, each line after the app's name. The
/// rest is counted and left out: an app that logs each position would fill a disk in a sweep.
final class AppOutput {
  static let passedByteCountMax = 1_000_000
  private static let lineByteCountMax = 4000
  private static let recentCountMax = 400

  private let name: String
  private let write: (String) -> Void
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var line: [UInt8] = []
  private var passedByteCount = 0
  private var leftOutByteCount = 0
  /// The last lines of the present process.
  private var recent: [String] = []

  /// - Parameters:
  ///   - name: the app's name in reports.
  ///   - write: takes whole lines.
  init(of name: String, write: @escaping (String) -> Void) {
    self.name = name
    self.write = write
  }

  /// Takes what a process has written into its pipe, which never blocks.
  ///
  /// - Returns: false if the process has closed the pipe.
  func read(from pipe: Int32) -> Bool {
    while true {
      let count = Foundation.read(pipe, &buffer, buffer.count)
      if count > 0 {
        take(buffer[0..<count])
      } else if count == 0 || errno != EINTR {
        return count < 0 && errno == EAGAIN
      }
    }
  }

  func take(_ bytes: ArraySlice<UInt8>) {
    var text = ""
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
        if line.count < Self.lineByteCountMax { continue }
      }
      text += endLine()
    }
    if !text.isEmpty { write(text) }
  }

  /// Ends the line, and returns it as it is passed on; empty if it is left out.
  private func endLine() -> String {
    let text = String(decoding: line, as: UTF8.self).replacing("\t", with: "  ").printable
    line.removeAll(keepingCapacity: true)
    if recent.count == 2 * Self.recentCountMax { recent.removeFirst(Self.recentCountMax) }
    recent.append(text)
    guard leftOutByteCount == 0, passedByteCount + text.utf8.count < Self.passedByteCountMax else {
      leftOutByteCount += text.utf8.count + 1
      return ""
    }
    passedByteCount += text.utf8.count + 1
    return "\(name): \(text)\n"
  }

  /// Forgets the lines of the process before.
  func beginProcess() {
    endProcess()
    recent = []
  }

  /// Takes the end of a process: what it began to write is a line.
  func endProcess() {
    if !line.isEmpty, case let text = endLine(), !text.isEmpty { write(text) }
  }

  /// Writes how much was left out, at the end of the run.
  func end() {
    endProcess()
    if leftOutByteCount > 0 {
      write("\(name): \(leftOutByteCount) more bytes of its output are left out\n")
    }
    leftOutByteCount = 0
  }

  static func writeToStandardError(_ text: String) {
    // A closed standard error is no reason to end a run.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

extension AppOutput {
  private static let reportCountMax = 40
  private static let lastCountMax = 10

  /// The lines about the crash of the present process: the message and the backtrace. Without a
  /// backtrace these are its last lines.
  ///
  /// The registers that follow a backtrace of Swift are left out, as they end with the real time
  /// that it took.
  var crashReport: [String] {
    let begins = ["Fatal error: ", "*** Signal ", "*** Program crashed", "Traceback (most recent"]
    guard let first = recent.firstIndex(where: { line in begins.contains { line.contains($0) } })
    else { return Array(recent.suffix(Self.lastCountMax)) }
    let report = recent[first...].prefix { !$0.hasPrefix("Registers:") }
    return Array(report.filter { !$0.isEmpty }.prefix(Self.reportCountMax))
  }
}
