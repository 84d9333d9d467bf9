import Foundation

/// The reason why a local time is not a single instant.
public enum LocalTimeError: Error, Equatable, Sendable {
  /// The clocks skip this local time, as at the start of daylight saving.
  case doesNotExist
  /// The clocks show this local time twice, as at the end of daylight saving. The offsets are from
  /// UTC.
  case happensTwice(firstOffset: TimeSpan, secondOffset: TimeSpan)
}

/// The clock and the calendar of one time zone.
///
/// Foundation silently moves a local time that does not exist, and silently picks one of the two
/// instants of a local time that occurs twice. Here both times are errors, since a scenario's
/// author has to say which instant is meant.
public struct LocalCalendar: Sendable, Hashable {
  /// The zone's IANA name, such as "America/Los_Angeles", or a fixed offset, such as "UTC+1" or
  /// "UTC-3:30".
  public let identifier: String
  private let zone: TimeZone

  /// Creates the calendar of a zone; nil if the machine's time-zone data lack the zone's name.
  public init?(identifier: String) {
    let fixed = LocalCalendar.fixedOffsetSeconds(identifier).flatMap {
      TimeZone(secondsFromGMT: $0)
    }
    guard let zone = fixed ?? TimeZone(identifier: identifier) else { return nil }
    self.identifier = identifier
    self.zone = zone
  }

  /// Returns the calendar of a fixed offset, `hours` ahead of UTC, without daylight saving.
  public static func hoursAhead(_ hours: Int) -> LocalCalendar {
    LocalCalendar(identifier: "UTC\(hours < 0 ? "-" : "+")\(abs(hours))") ?? .utc
  }

  /// Returns the offset in seconds of a name such as "UTC+1"; nil for other names.
  ///
  /// East is positive, as in everyday use, and not negative as in POSIX's Etc/GMT-1.
  private static func fixedOffsetSeconds(_ identifier: String) -> Int? {
    guard identifier.hasPrefix("UTC"),
      let match = identifier.wholeMatch(of: /UTC([+-])([0-9]{1,2})(?::([0-9]{2}))?/),
      let hours = Int(match.2), hours <= 14
    else { return nil }
    let minutes = match.3.flatMap { Int($0) } ?? 0
    guard minutes < 60 else { return nil }
    return (match.1 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  public static let utc = LocalCalendar(zone: TimeZone(secondsFromGMT: 0) ?? .gmt)

  private init(zone: TimeZone) {
    self.identifier = "UTC"
    self.zone = zone
  }

  /// The names that `init(identifier:)` accepts, sorted.
  public static var knownIdentifiers: [String] { TimeZone.knownTimeZoneIdentifiers.sorted() }

  public func offset(at instant: Instant) -> TimeSpan {
    let date = Date(timeIntervalSince1970: Double(instant.wholeSeconds))
    return .seconds(Int64(zone.secondsFromGMT(for: date)))
  }

  /// Returns the one instant at which this zone's clocks show the date and time.
  ///
  /// A day that the calendar lacks, such as 30 February, and a day outside the range of `Instant`
  /// are errors too (`doesNotExist`).
  public func instant(_ date: CivilDate, _ time: TimeOfDay) throws(LocalTimeError) -> Instant {
    guard date.exists, Instant.years.contains(date.year) else { throw .doesNotExist }
    let asIfUTC = Instant(
      nanoseconds: (date.daysSince1970 * 86400 + time.secondsSinceMidnight) * 1_000_000_000)
    // The offsets one day before and after bracket any change of the clocks around the given time.
    let before = offset(at: asIfUTC - .days(1))
    let after = offset(at: asIfUTC + .days(1))
    let isBefore = offset(at: asIfUTC - before) == before
    let isAfter = offset(at: asIfUTC - after) == after
    switch (isBefore, isAfter) {
    case (true, true) where before != after:
      throw .happensTwice(firstOffset: before, secondOffset: after)
    case (true, _): return asIfUTC - before
    case (false, true): return asIfUTC - after
    case (false, false): throw .doesNotExist
    }
  }

  public func date(of instant: Instant) -> CivilDate { fields(of: instant).date }

  public func fields(of instant: Instant) -> (date: CivilDate, time: TimeOfDay) {
    let local = (instant + offset(at: instant)).wholeSeconds
    let day = floorDivide(local, 86400)
    let second = Int(local - day * 86400)
    return (
      CivilDate(daysSince1970: day),
      TimeOfDay(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
    )
  }

  /// Returns the first instant of a local day.
  ///
  /// If the clocks skip midnight, or the whole day as on Samoa's 30 December 2011, the function
  /// returns the first instant after the skipped time.
  public func startOfDay(_ date: CivilDate) -> Instant {
    let asIfUTC = Instant(nanoseconds: TimeSpan.days(date.daysSince1970).nanoseconds)
    let before = offset(at: asIfUTC - .days(1))
    let after = offset(at: asIfUTC + .days(1))
    if before == after { return asIfUTC - before }
    let midnights = [before, after].filter { offset(at: asIfUTC - $0) == $0 }.map { asIfUTC - $0 }
    return midnights.min() ?? asIfUTC - before
  }

  public func startOfNextDay(after instant: Instant) -> Instant {
    startOfDay(date(of: instant).adding(days: 1))
  }
}
