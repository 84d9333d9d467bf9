import Timekeeping

/// The time stamps that a phone can have written.
///
/// A phone that lost its clock starts in 1970. An earlier stamp, or one in the far future, is a
/// defect of the sender; days and pages made of it would lie outside the calendar.
extension Instant {
  private static let stamps =
    Instant(nanoseconds: 0)..<Instant(secondsSince1970: 7_258_118_400)  // 2200-01-01
  static let stampYears = "the years 1970 to 2199"

  /// Reads an ISO 8601 time. Nil unless it lies within `stampYears`.
  init?(stamp text: String, assumingUTC: Bool = false) {
    guard let instant = Instant(iso8601: text, assumingUTC: assumingUTC),
      Self.stamps.contains(instant)
    else { return nil }
    self = instant
  }

  /// Converts a Unix time. Nil unless it lies within `stampYears`.
  init?(unixSeconds seconds: Double) {
    guard seconds.isFinite else { return nil }
    self.init(secondsSince1970: seconds)
    guard Self.stamps.contains(self) else { return nil }
  }
}
