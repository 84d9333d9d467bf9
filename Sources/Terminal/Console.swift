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

  /// The user's choice of color. Automatic unless an option sets it.
  package static var colorChoice: ColorChoice {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let chosen = Mutex(ColorChoice.auto)

  /// True if text on standard output is to be colored.
  package static var isColored: Bool {
    switch colorChoice {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      // no-color.org: present and not empty, whatever its value.
      return environment["NO_COLOR", default: ""].isEmpty && takesCommands(STDOUT_FILENO)
    }
  }

  /// Whether a terminal is at this file that moves its cursor and paints when it is told to. One that is dumb, or
  /// that nobody has named, would show the words for it.
  package static func takesCommands(_ file: Int32) -> Bool {
    let name = ProcessInfo.processInfo.environment["TERM", default: ""]
    return !name.isEmpty && name != "dumb" && isatty(file) == 1
  }
}

/// The condition under which text is printed in color.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
