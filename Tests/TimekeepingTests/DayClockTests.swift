import Testing
import Timekeeping

@Suite("The clock of a local day")
struct DayClockTests {
  private let newYork: LocalCalendar
  private let havana: LocalCalendar

  init() throws {
    newYork = try #require(LocalCalendar(identifier: "America/New_York"))
    havana = try #require(LocalCalendar(identifier: "America/Havana"))
  }

  /// Returns the UTC time at which the clocks show `hour`.
  private func utc(_ date: CivilDate, _ hour: Double, _ calendar: LocalCalendar) -> String {
    DayClock(date, calendar).instant(atSecond: hour * 3600).iso8601()
  }

  @Test("Clocks that are set forward show 05:00 four hours after midnight")
  func spring() {
    let day = CivilDate(year: 2026, month: 3, day: 8)
    // Eastern time is UTC-5 until 02:00, then UTC-4.
    #expect(utc(day, 1.5, newYork) == "2026-03-08T06:30:00Z")
    #expect(utc(day, 5, newYork) == "2026-03-08T09:00:00Z")
    // The clocks skip 02:30: two and a half hours after midnight they show 03:30.
    #expect(utc(day, 2.5, newYork) == "2026-03-08T07:30:00Z")
  }

  @Test("Clocks that are set back show 05:00 six hours after midnight, and 01:30 first at UTC-4")
  func autumn() {
    let day = CivilDate(year: 2026, month: 11, day: 1)
    #expect(utc(day, 1.5, newYork) == "2026-11-01T05:30:00Z")
    #expect(utc(day, 2, newYork) == "2026-11-01T07:00:00Z")
    #expect(utc(day, 5, newYork) == "2026-11-01T10:00:00Z")
  }

  @Test("A day that begins at 01:00 shows 05:00 four hours after its start")
  func noMidnight() {
    // On 8 March 2026 Cuba's clocks go from UTC-5 to UTC-4 at midnight.
    let day = CivilDate(year: 2026, month: 3, day: 8)
    #expect(DayClock(day, havana).start.iso8601() == "2026-03-08T05:00:00Z")
    #expect(utc(day, 5, havana) == "2026-03-08T09:00:00Z")
    #expect(utc(day, 0.5, havana) == "2026-03-08T05:30:00Z")
  }

  @Test("The time shown at an instant is the time of that instant, on every kind of day")
  func thereAndBack() {
    for calendar in [newYork, havana, .utc] {
      for month in 1...12 {
        for date in 1...28 {
          let day = DayClock(CivilDate(year: 2026, month: month, day: date), calendar)
          for hour in stride(from: 3.25, to: 24, by: 5) {
            let instant = day.instant(atSecond: hour * 3600)
            #expect(abs(day.second(at: instant) - hour * 3600) < 1e-6)
            #expect(calendar.fields(of: instant).time.hour == Int(hour))
          }
        }
      }
    }
  }
}
