/// A length of time in whole nanoseconds. It may be negative.
///
/// Swift's own `Duration` is 128 bits wide, which would slow every comparison in the event queue.
/// Arithmetic returns the longest or shortest span, about 292 years, instead of overflowing.
@frozen
public struct TimeSpan: Hashable, Comparable, Sendable, Codable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @inlinable public static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

  @inlinable public static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: count.saturatingMultiplied(by: 1_000_000))
  }

  @inlinable public static func seconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: count.saturatingMultiplied(by: 1_000_000_000))
  }

  /// Returns a length rounded to the nearest nanosecond.
  ///
  /// Lengths beyond ±291 years are limited to ±291 years, and NaN becomes zero.
  @inlinable public static func seconds(_ count: Double) -> TimeSpan {
    let nanoseconds = (count * 1e9).rounded()
    if nanoseconds >= 9.2e18 { return TimeSpan(nanoseconds: 9_200_000_000_000_000_000) }
    if nanoseconds <= -9.2e18 { return TimeSpan(nanoseconds: -9_200_000_000_000_000_000) }
    return TimeSpan(nanoseconds: nanoseconds.isNaN ? 0 : Int64(nanoseconds))
  }

  @inlinable public static func minutes(_ count: Int64) -> TimeSpan {
    .seconds(count.saturatingMultiplied(by: 60))
  }
  @inlinable public static func hours(_ count: Int64) -> TimeSpan {
    .seconds(count.saturatingMultiplied(by: 3600))
  }
  @inlinable public static func days(_ count: Int64) -> TimeSpan {
    .seconds(count.saturatingMultiplied(by: 86400))
  }

  @inlinable public var seconds: Double { Double(nanoseconds) * 1e-9 }

  @inlinable public static func < (a: TimeSpan, b: TimeSpan) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
  @inlinable public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds.saturatingAdding(b.nanoseconds))
  }
  @inlinable public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds.saturatingSubtracting(b.nanoseconds))
  }
  @inlinable public static func += (a: inout TimeSpan, b: TimeSpan) { a = a + b }
  @inlinable public static prefix func - (a: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(0).saturatingSubtracting(a.nanoseconds))
  }
  @inlinable public static func * (a: TimeSpan, factor: Double) -> TimeSpan {
    .seconds(a.seconds * factor)
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The length as people write it: "2 d 3 h", "1 h 5 min", "42 s", "0.25 s".
  public var description: String {
    if nanoseconds < 0 { return "-" + (-self).description }
    let hundredths = (seconds * 100).rounded() / 100
    if hundredths < 60 {
      return hundredths == hundredths.rounded() ? "\(Int(hundredths)) s" : "\(hundredths) s"
    }
    let total = Int((seconds).rounded())
    if total < 3600 {
      return total % 60 == 0 ? "\(total / 60) min" : "\(total / 60) min \(total % 60) s"
    }
    let minutes = (total + 30) / 60
    if minutes < 1440 {
      return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
    let hours = (minutes + 30) / 60
    return hours % 24 == 0 ? "\(hours / 24) d" : "\(hours / 24) d \(hours % 24) h"
  }
}
