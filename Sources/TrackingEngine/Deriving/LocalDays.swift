import Timekeeping

/// The local day of the newest record, for code that processes one record after the other.
///
/// The calendar is called once per day, not at every record.
package struct LocalDays: Sendable {
  private let calendar: LocalCalendar
  private(set) var date: CivilDate
  private(set) var start = Instant.distantFuture
  /// The first instant of the next day. A day may have 23 or 25 hours.
  private(set) var end = Instant.distantPast

  package init(_ calendar: LocalCalendar) {
    self.calendar = calendar
    date = CivilDate(daysSince1970: 0)
  }

  /// Returns true if `instant` is not in the current day; its day then becomes the current day.
  package mutating func begins(with instant: Instant) -> Bool {
    guard instant < start || instant >= end else { return false }
    date = calendar.date(of: instant)
    start = calendar.startOfDay(date)
    end = calendar.startOfDay(date.adding(days: 1))
    return true
  }
}
