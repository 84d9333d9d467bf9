/// The clock of a local day: the instants at which it shows the times of the day.
///
/// Times are seconds after midnight as the clocks show them: on a day on which the clocks change,
/// 05:00 is not five hours after the start of the day.
public struct DayClock: Sendable {
  /// The first instant of the day.
  public let start: Instant
  private let calendar: LocalCalendar
  /// The offset before the day. If the clocks skip midnight, the day starts with another one.
  private let formerOffset: TimeSpan
  private let isClockChanged: Bool

  public init(_ date: CivilDate, _ calendar: LocalCalendar) {
    self.calendar = calendar
    start = calendar.startOfDay(date)
    formerOffset = calendar.offset(at: start - .seconds(1 as Int64))
    isClockChanged = calendar.offset(at: start + .hours(24)) != formerOffset
  }

  /// Returns the instant at which the clocks show a time.
  ///
  /// If the clocks show the time twice, this returns the first instant. If they skip the time, it
  /// counts from the start of the day: 02:30 is then two and a half hours after midnight.
  public func instant(atSecond seconds: Double) -> Instant {
    let counted = start + .seconds(seconds)
    guard isClockChanged else { return counted }
    let offset = calendar.offset(at: counted)
    let shown = counted - (offset - formerOffset)
    return calendar.offset(at: shown) == offset ? shown : counted
  }

  /// Returns the time that the clocks show at an instant of the day.
  public func second(at instant: Instant) -> Double {
    let elapsed = instant - start
    guard isClockChanged else { return elapsed.seconds }
    return (elapsed + (calendar.offset(at: instant) - formerOffset)).seconds
  }
}
