/// A point in time, as nanoseconds since 1970-01-01T00:00:00Z, not counting leap seconds.
///
/// It covers the years 1678 to 2262. There is no `now`: only `LivePhone` may read a wall clock.
@frozen
public struct Instant: Hashable, Comparable, Sendable, Codable {
  public var nanoseconds: Int64

  /// The calendar years that lie completely within the range of `Instant`.
  package static let years = 1678...2261

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates an instant from seconds, rounded to the nearest nanosecond.
  @inlinable public init(secondsSince1970 seconds: Double) {
    self.init(nanoseconds: TimeSpan.seconds(seconds).nanoseconds)
  }

  @inlinable public static var distantPast: Instant { Instant(nanoseconds: .min / 2) }
  @inlinable public static var distantFuture: Instant { Instant(nanoseconds: .max / 2) }

  @inlinable public var secondsSince1970: Double { Double(nanoseconds) * 1e-9 }

  /// The whole seconds since 1970-01-01T00:00:00Z, rounded toward the past.
  @inlinable public var wholeSeconds: Int64 { floorDivide(nanoseconds, 1_000_000_000) }

  @inlinable public static func < (a: Instant, b: Instant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
  /// The nanoseconds since the beginning of the instant's second, 0 to 999,999,999.
  ///
  /// For the earliest instants the multiplication overflows, but the wrapped result is correct.
  @inlinable package var nanosecondOfSecond: Int64 {
    nanoseconds &- wholeSeconds &* 1_000_000_000
  }

  /// The beginning of the instant's whole second.
  ///
  /// The result is the earliest `Instant` if the second begins before that.
  @inlinable package var atWholeSecond: Instant {
    Instant(nanoseconds: wholeSeconds.saturatingMultiplied(by: 1_000_000_000))
  }

  /// The beginning of the instant's whole millisecond.
  @inlinable package var atWholeMillisecond: Instant {
    self - TimeSpan(nanoseconds: nanosecondOfSecond % 1_000_000)
  }

  @inlinable public static func + (a: Instant, b: TimeSpan) -> Instant {
    Instant(nanoseconds: a.nanoseconds.saturatingAdding(b.nanoseconds))
  }
  @inlinable public static func - (a: Instant, b: TimeSpan) -> Instant {
    Instant(nanoseconds: a.nanoseconds.saturatingSubtracting(b.nanoseconds))
  }
  @inlinable public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds.saturatingSubtracting(b.nanoseconds))
  }
  @inlinable public static func += (a: inout Instant, b: TimeSpan) { a = a + b }
}

/// Arithmetic that returns the largest or smallest integer instead of overflowing.
extension Int64 {
  @inlinable func saturatingAdding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  @inlinable func saturatingSubtracting(_ other: Int64) -> Int64 {
    let (rest, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : rest
  }

  @inlinable package func saturatingMultiplied(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) != (other < 0) ? .min : .max) : product
  }
}

/// Divides integers and rounds toward minus infinity, so that instants before 1970 also work.
@inlinable
public func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
}
