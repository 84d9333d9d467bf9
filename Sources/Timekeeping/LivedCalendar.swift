/// The local time of a person who may travel through several time zones.
public struct TravelCalendar: Sendable, Hashable {
  /// A change to the time of another zone, and the instant of the change.
  public struct Change: Sendable, Hashable {
    public var at: Instant
    public var calendar: LocalCalendar

    public init(at: Instant, calendar: LocalCalendar) {
      self.at = at
      self.calendar = calendar
    }
  }

  public let first: LocalCalendar
  /// The changes in order of time.
  public let changes: [Change]

  public init(_ first: LocalCalendar, changes: [Change] = []) {
    self.first = first
    self.changes = changes
  }

  public var isOneZone: Bool { changes.isEmpty }

  public func calendar(at instant: Instant) -> LocalCalendar {
    // Most people stay in one zone.
    if changes.isEmpty { return first }
    return changes.last { $0.at <= instant }?.calendar ?? first
  }

  public func date(of instant: Instant) -> CivilDate { calendar(at: instant).date(of: instant) }

  public func fields(of instant: Instant) -> (date: CivilDate, time: TimeOfDay) {
    calendar(at: instant).fields(of: instant)
  }

  /// Returns the instants at which the person's clock shows the date and time, in order.
  ///
  /// The result is empty if a journey skips that local time.
  public func instants(_ date: CivilDate, _ time: TimeOfDay) -> [Instant] {
    var calendars = [first]
    for change in changes where !calendars.contains(change.calendar) {
      calendars.append(change.calendar)
    }
    return calendars.compactMap { calendar in
      guard let instant = try? calendar.instant(date, time) else { return nil }
      return self.calendar(at: instant) == calendar ? instant : nil
    }.sorted()
  }

  /// Returns the calendar of the zone in which the person is at noon of the date.
  public func calendar(on date: CivilDate) -> LocalCalendar {
    calendar(at: first.startOfDay(date) + .hours(12))
  }
}
