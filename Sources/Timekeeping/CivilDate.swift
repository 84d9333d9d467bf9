/// A calendar day of the proleptic Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Comparable, Sendable, Codable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days since 1970-01-01.
  ///
  /// The method is by Howard Hinnant, "chrono-compatible low-level date algorithms".
  public var daysSince1970: Int64 {
    let y = Int64(month <= 2 ? year - 1 : year)
    let era = floorDivide(y, 400)
    let yearOfEra = y - era * 400
    let monthFromMarch = Int64((month + 9) % 12)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Creates the date from its number of days since 1970-01-01, limited to 270,000 years before or
  /// after 1970.
  public init(daysSince1970 days: Int64) {
    let z = min(max(days, -100_000_000), 100_000_000) + 719_468
    let era = floorDivide(z, 146_097)
    let dayOfEra = z - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    self.init(
      year: Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month: month,
      day: Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1))
  }

  /// True if the calendar has this day. It is false for 2026-02-30, for example.
  public var exists: Bool {
    (1...12).contains(month) && CivilDate(daysSince1970: daysSince1970) == self
  }

  public func adding(days: Int) -> CivilDate {
    CivilDate(daysSince1970: daysSince1970.saturatingAdding(Int64(days)))
  }

  /// The number of the weekday as in ISO 8601: 1 is Monday, 7 is Sunday.
  public var isoWeekday: Int {
    let days = daysSince1970 + 3  // 1970-01-01 was a Thursday
    return Int(days - floorDivide(days, 7) * 7) + 1
  }

  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CivilDate: CustomStringConvertible {
  public var description: String { "\(year)-\(twoDigits(month))-\(twoDigits(day))" }
}

/// A time of day as a clock shows it, without a time zone.
public struct TimeOfDay: Hashable, Comparable, Sendable, Codable {
  public var hour: Int
  public var minute: Int
  public var second: Int

  public init(hour: Int, minute: Int, second: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  public var secondsSinceMidnight: Int64 { Int64(hour * 3600 + minute * 60 + second) }

  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool {
    a.secondsSinceMidnight < b.secondsSinceMidnight
  }
}

extension TimeOfDay: CustomStringConvertible {
  public var description: String {
    let minutes = "\(twoDigits(hour)):\(twoDigits(minute))"
    return second == 0 ? minutes : minutes + ":" + twoDigits(second)
  }
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
