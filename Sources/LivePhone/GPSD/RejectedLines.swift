import Timekeeping

/// A filter that limits the messages about lines that libgps could not read.
///
/// The first such line is reported with its text. Further lines are reported as a count, at most
/// once a minute, so that they do not hide other messages.
package struct RejectedLines: Sendable {
  static let interval = TimeSpan.minutes(1)

  private var unreported = 0
  private var reportedAt: TimeSpan?

  package init() {}

  /// Counts a line that could not be read.
  ///
  /// - Parameter uptime: The time at which the line arrived.
  /// - Returns: The message to show now; nil if none is due.
  package mutating func add(_ line: String, at uptime: TimeSpan) -> String? {
    unreported += 1
    if let reportedAt, uptime - reportedAt < Self.interval { return nil }
    reportedAt = uptime
    defer { unreported = 0 }
    return unreported == 1 ? line : "\(unreported) more lines, the last: \(line)"
  }

  /// Returns the message about lines that were not reported yet; nil if there are none.
  package mutating func rest() -> String? {
    defer { unreported = 0 }
    switch unreported {
    case 0: return nil
    case 1: return "1 more line"
    default: return "\(unreported) more lines"
    }
  }
}
