import Timekeeping

/// Stamps of records, as a phone can have written them.
///
/// A phone that lost its clock begins in 1970. An earlier stamp, or one of the far future, is a
/// defect of what sent it, and days and pages made of it would lead beyond the calendar.
extension Instant {
  private static let stamps =
    Instant(nanoseconds: 0)..<Instant(secondsSince1970: 7_258_118_400)  // 2200-01-01
  static let stampYears = "the years 1970 to 2199"

  /// Fails for anything but a time in ISO 8601 of `stampYears`.
  init?(stamp text: String, assumingUTC: Bool = false) {
    guard let instant = Instant(iso8601: text, assumingUTC: assumingUTC),
      Self.stamps.contains(instant)
    else { return nil }
    self = instant
  }

  /// Fails for a Unix time of other years than `stampYears`.
  init?(unixSeconds seconds: Double) {
    guard seconds.isFinite else { return nil }
    self.init(secondsSince1970: seconds)
    guard Self.stamps.contains(self) else { return nil }
  }
}
