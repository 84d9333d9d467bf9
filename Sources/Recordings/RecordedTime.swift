import Timekeeping

/// A reader of times in recordings, in the forms that people and programs write. It stores the
/// assumptions that it made, so that messages can mention them.
struct RecordedTime {
  static let accepted = "2026-03-02T06:30:00Z, 2026-03-02 06:30:00, or seconds since 1970"

  private var assumedUTC = false
  private var assumedMilliseconds = false
  /// True if the file's first number counts seconds from 2001; nil before it.
  private var countsFromReferenceDate: Bool?
  private let hasStart: Bool

  /// - Parameter start: the start that the user gives, by which the dates of a file are mended.
  init(start: Instant? = nil) { hasStart = start != nil }

  mutating func instant(_ text: some StringProtocol) -> Instant? {
    instant(iso8601: text) ?? Double(text).flatMap { instant(since1970: $0) }
  }

  mutating func instant(iso8601 text: some StringProtocol) -> Instant? {
    if let instant = Instant(iso8601: text) { return instant }
    guard let instant = Instant(iso8601: text, assumingUTC: true) else { return nil }
    assumedUTC = true
    return instant
  }

  /// Returns the instant of a number of seconds or milliseconds since 1970, or of seconds since
  /// 2001, the reference date of Apple's systems.
  ///
  /// A number from 1e11 is in milliseconds: seconds reach it in the year 5138, milliseconds reached
  /// it in 1973. The numbers of a file count from 2001 if the first lies from 2e8 to 9e8: it is
  /// then a time from 2007, the year of the first iPhone, to 2029. Counted from 1970 it would be a
  /// time from 1976 to 1998, when no phone recorded positions.
  mutating func instant(since1970 number: Double) -> Instant? {
    guard number >= 0, number < 9e12 else { return nil }
    let isReferenced = countsFromReferenceDate ?? (!hasStart && (2e8..<9e8).contains(number))
    countsFromReferenceDate = isReferenced
    if isReferenced {
      return number < 8e9 ? Instant(secondsSince1970: number + WrittenValue.referenceDate) : nil
    }
    if number < 1e11 {
      return number < 9.2e9 ? Instant(secondsSince1970: number) : nil
    }
    assumedMilliseconds = true
    return Instant(secondsSince1970: number / 1000)
  }

  var remarks: [String] {
    var remarks: [String] = []
    if assumedUTC { remarks.append("Times without a zone were taken as UTC.") }
    if countsFromReferenceDate == true {
      remarks.append("Times were taken as seconds since 2001, as Apple's systems count them.")
    }
    if assumedMilliseconds { remarks.append("Times were taken as milliseconds since 1970.") }
    return remarks
  }
}
