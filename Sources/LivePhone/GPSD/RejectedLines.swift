import Timekeeping

/// A filter that limits the messages about lines that libgps could not read.
///
/// The first such line is reported with its text. Further lines are reported as a count, at most
/// once a minute, so that they do not hide other messages.
package struct RejectedLines: Sendable {
  static let interval = TimeSpan.minutes(1)

  private var untold = 0
  private var toldAt: TimeSpan?

  package init() {}

  /// Counts a line that could not be read.
  ///
  /// - Parameter uptime: The time at which the line arrived.
  /// - Returns: The message to show now; nil if none is due.
  package mutating func add(_ line: String, at uptime: TimeSpan) -> String? {
    untold += 1
    if let toldAt, uptime - toldAt < Self.interval { return nil }
    toldAt = uptime
    defer { untold = 0 }
    return untold == 1 ? line : "\(untold) more lines, the last: \(line)"
  }

  /// Returns the message about lines that were not reported yet; nil if there are none.
  package mutating func rest() -> String? {
    defer { untold = 0 }
    switch untold {
    case 0: return nil
    case 1: return "1 more line"
    default: return "\(untold) more lines"
    }
  }
}
