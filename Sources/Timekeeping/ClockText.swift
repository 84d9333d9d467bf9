/// The local time by which people read instants, either in one time zone or along a traveler's
/// zones.
package protocol Clocks {
  func fields(of instant: Instant) -> (date: CivilDate, time: TimeOfDay)
}

extension LocalCalendar: Clocks {}
extension TravelCalendar: Clocks {}

extension Clocks {
  /// Returns the local time of day, such as "07:45".
  package func clock(_ instant: Instant) -> String { fields(of: instant).time.toTheMinute }

  /// Returns the local time of day with seconds, such as "07:45:00".
  package func clockWithSeconds(_ instant: Instant) -> String {
    fields(of: instant).time.toTheSecond
  }

  /// Returns the local date and time, such as "2026-03-02 07:45".
  package func dateAndClock(_ instant: Instant) -> String {
    let (date, time) = fields(of: instant)
    return "\(date) \(time.toTheMinute)"
  }

  /// Returns the local date and time with seconds, such as "2026-03-02 07:45:00".
  package func dateAndClockWithSeconds(_ instant: Instant) -> String {
    let (date, time) = fields(of: instant)
    return "\(date) \(time.toTheSecond)"
  }
}

extension TimeOfDay {
  fileprivate var toTheMinute: String { "\(TimeOfDay(hour: hour, minute: minute))" }
  fileprivate var toTheSecond: String { second == 0 ? "\(self):00" : "\(self)" }
}
