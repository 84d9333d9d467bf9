import Foundation
import Synchronization

/// What the program says, and to whom: results on standard output, everything else on standard error.
package enum Console {
  package static func write(_ text: String) { write(Data(text.utf8)) }

  /// What cannot be written is told at the end, by `failure`: files are still to be put in place.
  package static func write(_ data: Data) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // Nobody reads on, as in a pipe into head: that is theirs to decide.
        if errno != EPIPE { failedWith.store(errno, ordering: .relaxed) }
        return
      }
    }
  }

  private static let failedWith = Atomic<Int32>(0)

  /// Why standard output lacks something that was written to it; nil while it has everything.
  package static var failure: String? {
    let code = failedWith.load(ordering: .relaxed)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  /// Whether standard output is a pipe that nobody reads any more. (What a service writes to is no pipe: its log
  /// may come back.)
  package static var isUnheard: Bool {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return false
    }
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR) != 0
  }

  /// Something that is no result: where files lie while standard output carries a report.
  package static func remark(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  package static var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    // no-color.org: present and not empty, whatever its value.
    return environment["NO_COLOR", default: ""].isEmpty && takesCommands(STDOUT_FILENO)
  }

  /// Whether a terminal is at this file that moves its cursor and paints when it is told to. One that is dumb, or
  /// that nobody has named, would show the words for it.
  package static func takesCommands(_ file: Int32) -> Bool {
    let name = ProcessInfo.processInfo.environment["TERM", default: ""]
    return !name.isEmpty && name != "dumb" && isatty(file) == 1
  }
}

/// A line that says how far long work is; on a terminal only, and gone when the work is done.
package final class ProgressLine: Sendable {
  private let title: String
  private let unit: String
  private let isShown: Bool
  private let last = Mutex(0)

  package init(_ title: String, unit: String = "runs", isQuiet: Bool) {
    self.title = title
    self.unit = unit
    isShown = !isQuiet && Console.takesCommands(STDERR_FILENO)
  }

  /// May be called from any thread, in any order.
  package func report(done: Int, of total: Int) {
    guard isShown else { return }
    last.withLock { last in
      guard done > last else { return }
      last = done
      write("\r\(title): \(done) of \(total) \(unit)\u{1B}[K")
    }
  }

  package func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
