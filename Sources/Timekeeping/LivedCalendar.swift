/// The local time of a person who may travel: one zone after the other.
public struct LivedCalendar: Sendable, Hashable {
  /// A change to the clocks of another zone at an instant.
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

  /// Returns the instants at which the clocks show that date and time, in order.
  ///
  /// There are none if a journey skips that time.
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

  /// Returns the zone of most of a date: the zone at its noon.
  public func calendar(on date: CivilDate) -> LocalCalendar {
    calendar(at: first.startOfDay(date) + .hours(12))
  }
}
