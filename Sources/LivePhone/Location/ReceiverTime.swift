import Text
import Timekeeping

/// The time according to a receiver's fixes.
///
/// A receiver's clock is wrong until the receiver has received satellites. It may also stay wrong
/// by 1024 weeks: GPS's week number rolls over, and old receivers do not count the newest rollover.
/// A fix contains the receiver's time even if that time is wrong.
///
/// The location services use `elapsed` to measure how long the phone stays at a place or outside a
/// circle. Jumps of the receiver's clock do not change `elapsed`. If a log is replayed faster than
/// real time, `elapsed` also grows faster.
struct ReceiverTime {
  private static let jumpMin = TimeSpan.days(1)
  private static let differenceMax = TimeSpan.seconds(60 as Int64)
  private static let rollover = TimeSpan.days(1024 * 7)

  private var last: Instant?
  /// The time since the first fix according to the receiver, without jumps.
  private(set) var elapsed = TimeSpan.zero

  /// Advances to the time of a new fix.
  ///
  /// - Returns: A message if the time jumped; otherwise nil. Any step back is a jump, and so is a
  ///   step forward of a day or more.
  mutating func advance(to time: Instant) -> String? {
    defer { last = time }
    guard let last else { return nil }
    let step = time - last
    guard step >= .zero, step < Self.jumpMin else {
      let direction = step < .zero ? "back" : "forward"
      return "the receiver's time jumped \(direction) by \(step < .zero ? -step : step)"
    }
    elapsed += step
    return nil
  }

  /// Compares the receiver's time with the machine's time.
  ///
  /// - Returns: A message if the times differ by more than a minute; otherwise nil.
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
  /// The span as text in whole units, such as "3 days".
  ///
  /// The text uses the largest suitable unit. A unit is suitable if the span is at least 1.95
  /// units, or 1 unit to within 5 %. For example, 36 hours are not written as days.
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
