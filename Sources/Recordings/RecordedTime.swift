import Timekeeping

/// A reader of times in recordings, in the forms that people and programs write. It stores the
/// assumptions that it made, so that messages can mention them.
struct RecordedTime {
  static let accepted = "2026-03-02T06:30:00Z, 2026-03-02 06:30:00, or seconds since 1970"

  private var assumedUTC = false
  private var assumedMilliseconds = false

  mutating func instant(_ text: some StringProtocol) -> Instant? {
    if let instant = Instant(iso8601: text) { return instant }
    if let instant = Instant(iso8601: text, assumingUTC: true) {
      assumedUTC = true
      return instant
    }
    return Double(text).flatMap { instant(since1970: $0) }
  }

  /// Returns the instant of a number of seconds or milliseconds since 1970. A number below 1e11 is
  /// in seconds, any other in milliseconds: seconds reach 1e11 in the year 5138, milliseconds
  /// reached it in 1973.
  mutating func instant(since1970 number: Double) -> Instant? {
    guard number >= 0, number < 9e12 else { return nil }
    if number < 1e11 {
      return number < 9.2e9 ? Instant(secondsSince1970: number) : nil
    }
    assumedMilliseconds = true
    return Instant(secondsSince1970: number / 1000)
  }

  var remarks: [String] {
    var remarks: [String] = []
    if assumedUTC { remarks.append("Times without a zone were taken as UTC.") }
    if assumedMilliseconds { remarks.append("Times were taken as milliseconds since 1970.") }
    return remarks
  }
}
