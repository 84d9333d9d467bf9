import Timekeeping

/// Tells where one local day ends and the next begins. The calendar is asked once a day, not at every
/// record.
struct LocalDays: Sendable {
  private let calendar: LocalCalendar
  private(set) var date: CivilDate
  private(set) var start = Instant.distantFuture
  /// The next day's first instant; days of 23 or 25 hours have theirs where the clocks say.
  private(set) var end = Instant.distantPast

  init(_ calendar: LocalCalendar) {
    self.calendar = calendar
    date = CivilDate(daysSince1970: 0)
  }

  /// Whether `instant` lies in another day than the one before; that day is then the current one.
  mutating func begins(with instant: Instant) -> Bool {
    guard instant < start || instant >= end else { return false }
    date = calendar.date(of: instant)
    start = calendar.startOfDay(date)
    end = calendar.startOfDay(date.adding(days: 1))
    return true
  }
}
