import Timekeeping

/// A filter for reports of lines that could not be read.
///
/// The first line is reported with its text. Further lines are reported by their number, at most
/// once a minute, so that many of them do not hide everything else.
package struct RejectedLines: Sendable {
  static let interval = TimeSpan.minutes(1)

  private var untold = 0
  private var toldAt: TimeSpan?

  package init() {}

  /// Counts a line.
  ///
  /// - Parameter uptime: The time at which the line arrived.
  /// - Returns: The text to report now, if any.
  package mutating func add(_ line: String, at uptime: TimeSpan) -> String? {
    untold += 1
    if let toldAt, uptime - toldAt < Self.interval { return nil }
    toldAt = uptime
    defer { untold = 0 }
    return untold == 1 ? line : "\(untold) more lines, the last: \(line)"
  }

  /// Returns the text to report at the end, if lines are left.
  package mutating func rest() -> String? {
    defer { untold = 0 }
    switch untold {
    case 0: return nil
    case 1: return "1 more line"
    default: return "\(untold) more lines"
    }
  }
}
