/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Covers the years 1678 to 2262. There is no `now`: only `LivePhone` may ask a wall clock.
@frozen
public struct Instant: Hashable, Comparable, Sendable, Codable {
  public var nanoseconds: Int64

  /// The calendar years that lie wholly within the range.
  static let years = 1678...2261

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Rounds to the nearest nanosecond.
  @inlinable public init(secondsSince1970 seconds: Double) {
    self.init(nanoseconds: TimeSpan.seconds(seconds).nanoseconds)
  }

  @inlinable public static var distantPast: Instant { Instant(nanoseconds: .min / 2) }
  @inlinable public static var distantFuture: Instant { Instant(nanoseconds: .max / 2) }

  @inlinable public var secondsSince1970: Double { Double(nanoseconds) * 1e-9 }

  /// The whole second in which the instant lies, rounded towards the past.
  @inlinable public var wholeSeconds: Int64 { floorDivide(nanoseconds, 1_000_000_000) }

  @inlinable public static func < (a: Instant, b: Instant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
  /// Stays at the end of the range rather than leave it, so that "after an endless delay" is a
  /// time.
  @inlinable public static func + (a: Instant, b: TimeSpan) -> Instant {
    let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.nanoseconds)
    return Instant(nanoseconds: overflow ? (b.nanoseconds < 0 ? .min : .max) : sum)
  }
  @inlinable public static func - (a: Instant, b: TimeSpan) -> Instant {
    let (rest, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return Instant(nanoseconds: overflow ? (b.nanoseconds < 0 ? .max : .min) : rest)
  }
  @inlinable public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
  @inlinable public static func += (a: inout Instant, b: TimeSpan) { a = a + b }
}

/// Integer division that rounds towards minus infinity, so that 1969 works like 1971.
@inlinable
public func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
}
