import Text
import Timekeeping

/// Time as a receiver's fixes tell it.
///
/// A receiver's clock is wrong until it has heard satellites, and may be wrong by 1024 weeks ever after, when the
/// week number that GPS sends has rolled over once more than its makers thought of. A fix carries that time all
/// the same: it is what the receiver said. What is measured in spans (how long the phone has stayed, how long
/// outside a circle) counts the receiver's seconds, so that a log played at speed is lived through at speed, and
/// leaves out the jumps.
struct ReceiverTime {
  private static let jumpMin = TimeSpan.days(1)
  private static let differenceMax = TimeSpan.seconds(60 as Int64)
  private static let rollover = TimeSpan.days(1024 * 7)

  private var last: Instant?
  /// Since the first fix.
  private(set) var elapsed = TimeSpan.zero

  /// - Returns: What to say when the time goes back, or leaps.
  mutating func advance(to time: Instant) -> String? {
    defer { last = time }
    guard let last else { return nil }
    let step = time - last
    guard step >= .zero, step < Self.jumpMin else {
      let direction = step < .zero ? "back" : "on"
      return "the receiver's time jumped \(direction) by \(step < .zero ? -step : step)"
    }
    elapsed += step
    return nil
  }

  /// - Returns: How the receiver's time differs from the machine's, if it does.
  static func trouble(_ time: Instant, machine: Instant) -> String? {
    let behind = machine - time
    let difference = behind < .zero ? -behind : behind
    guard difference > differenceMax else { return nil }
    let weeks = (difference.seconds / rollover.seconds).rounded()
    let rest = abs(difference.seconds - weeks * rollover.seconds)
    let side = behind > .zero ? "behind" : "ahead of"
    if weeks >= 1, rest < jumpMin.seconds {
      return
        "the receiver's time is \(Int(weeks) * 1024) weeks \(side) this machine's: its week number "
        + "has rolled over"
    }
    return "the receiver's time is \(side) this machine's by \(difference.roughly)"
  }
}

extension TimeSpan {
  /// Rounded, in the largest unit of which it is about one, or two and more.
  fileprivate var roughly: String {
    let units: [(name: String, seconds: Double)] = [
      ("year", 365.25 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60),
    ]
    let unit =
      units.first { seconds >= 1.95 * $0.seconds || abs(seconds / $0.seconds - 1) < 0.05 }
      ?? ("second", 1)
    return counted(Int((seconds / unit.seconds).rounded()), unit.name)
  }
}
