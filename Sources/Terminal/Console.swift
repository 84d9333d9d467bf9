import Foundation
import Synchronization

/// The program's output. Results go to standard output, all other text to standard error.
package enum Console {
  package static func write(_ text: String) { write(Data(text.utf8)) }

  /// Writes bytes to standard output.
  ///
  /// The function does not throw an error, since the program must still put its files in place.
  /// `failure` gives the error at the end.
  package static func write(_ data: Data) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // The reader has closed the pipe, as head does, which is no error.
        if errno != EPIPE { failedWith.store(errno, ordering: .relaxed) }
        return
      }
    }
  }

  private static let failedWith = Atomic<Int32>(0)

  /// The reason why standard output is incomplete; nil if it is complete.
  package static var failure: String? {
    let code = failedWith.load(ordering: .relaxed)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  /// True if standard output is a pipe and no program reads from it any more.
  package static var hasNoReader: Bool {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return false
    }
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR) != 0
  }

  /// Writes a remark to standard error. A remark is not a result; an example is the path of a
  /// written file.
  package static func remark(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }

  /// The user's choice of color; automatic if no option sets it.
  package static var colorChoice: ColorChoice {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let chosen = Mutex(ColorChoice.auto)

  /// True if the program colors text on standard output.
  package static var isColored: Bool {
    switch colorChoice {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      // The rule of no-color.org: present and not empty, whatever its value.
      return environment["NO_COLOR", default: ""].isEmpty && takesCommands(STDOUT_FILENO)
    }
  }

  /// True if the file is a terminal that supports control sequences for cursor and color.
  ///
  /// A terminal whose type is "dumb" or missing would show the sequences as text.
  package static func takesCommands(_ file: Int32) -> Bool {
    let name = ProcessInfo.processInfo.environment["TERM", default: ""]
    return !name.isEmpty && name != "dumb" && isatty(file) == 1
  }
}

/// The user's choice of when text is printed in color.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
