import Testing
import Timekeeping

@Suite("Clock times as people read them")
struct ClockTextTests {
  @Test("To the minute without the seconds, or with them even where they are 0")
  func clocks() throws {
    let whole = try #require(Instant(iso8601: "2026-03-02T07:45:00Z"))
    let later = whole + .seconds(27 as Int64)
    let calendar = LocalCalendar.utc
    #expect(calendar.clock(later) == "07:45" && calendar.dateAndClock(later) == "2026-03-02 07:45")
    #expect([whole, later].map(calendar.clockWithSeconds) == ["07:45:00", "07:45:27"])
    #expect(calendar.dateAndClockWithSeconds(whole) == "2026-03-02 07:45:00")
  }

  @Test("A traveler's clocks are those of the zone by then")
  func traveler() throws {
    let berlin = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    let landing = try #require(Instant(iso8601: "2026-03-02T12:00:00Z"))
    let clocks = TravelCalendar(.utc, changes: [.init(at: landing, calendar: berlin)])
    // Berlin is an hour ahead of UTC in March.
    #expect(
      clocks.clock(landing + .seconds(-60 as Int64)) == "11:59" && clocks.clock(landing) == "13:00")
  }
}
