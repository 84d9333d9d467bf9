import Timekeeping

/// Functions that read time stamps of records, and accept only the years 1970 to 2199.
///
/// 1970 is accepted because a phone that lost its clock starts in that year. Any stamp outside of
/// these years is an error of the sender, and the web page of `odograph serve` cannot show its day.
extension Instant {
  private static let stamps =
    Instant(nanoseconds: 0)..<Instant(secondsSince1970: 7_258_118_400)  // 2200-01-01
  static let stampYears = "the years 1970 to 2199"

  /// Reads an ISO 8601 time stamp. Nil if the text is not a time or lies outside of `stampYears`.
  init?(stamp text: String, assumingUTC: Bool = false) {
    guard let instant = Instant(iso8601: text, assumingUTC: assumingUTC),
      Self.stamps.contains(instant)
    else { return nil }
    self = instant
  }

  /// Reads the bytes of such a time stamp.
  init?(stamp bytes: UnsafeBufferPointer<UInt8>) {
    guard let instant = Instant(iso8601: bytes), Self.stamps.contains(instant) else { return nil }
    self = instant
  }

  /// Converts Unix seconds to an instant. Nil if the instant lies outside of `stampYears`.
  init?(unixSeconds seconds: Double) {
    guard seconds.isFinite else { return nil }
    self.init(secondsSince1970: seconds)
    guard Self.stamps.contains(self) else { return nil }
  }
}
