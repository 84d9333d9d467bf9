import Timekeeping

/// Lines that could not be read, for whoever tells people of them: the first by itself, further ones by their
/// number and never twice within a minute, for a flood of them would bury everything else.
package struct RejectedLines: Sendable {
  static let interval = TimeSpan.minutes(1)

  private var untold = 0
  private var toldAt: TimeSpan?

  package init() {}

  /// - Parameter uptime: when the line came.
  /// - Returns: what is to be said now.
  package mutating func add(_ line: String, at uptime: TimeSpan) -> String? {
    untold += 1
    if let toldAt, uptime - toldAt < Self.interval { return nil }
    toldAt = uptime
    defer { untold = 0 }
    return untold == 1 ? line : "\(untold) more lines, the last: \(line)"
  }

  /// What is left to be said at the end.
  package mutating func rest() -> String? {
    defer { untold = 0 }
    switch untold {
    case 0: return nil
    case 1: return "1 more line"
    default: return "\(untold) more lines"
    }
  }
}
