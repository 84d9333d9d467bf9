import Testing
import Timekeeping

@Suite("Local calendars")
struct LocalCalendarTests {
  private func zone(_ identifier: String) throws -> LocalCalendar {
    try #require(LocalCalendar(identifier: identifier), "no time-zone data for \(identifier)")
  }

  private func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day)
  }

  @Test("A name that is no time zone is refused")
  func unknown() {
    #expect(LocalCalendar(identifier: "America/Portland_Oregon") == nil)
    #expect(LocalCalendar(identifier: "") == nil)
    #expect(LocalCalendar.knownIdentifiers.contains("America/Los_Angeles"))
  }

  @Test("A local time is the instant at which the clocks there show it")
  func plain() throws {
    let losAngeles = try zone("America/Los_Angeles")
    let winter = try losAngeles.instant(date(2026, 3, 2), TimeOfDay(hour: 6, minute: 30))
    #expect(winter.description == "2026-03-02T14:30:00Z")
    let summer = try losAngeles.instant(date(2026, 7, 2), TimeOfDay(hour: 6, minute: 30))
    #expect(summer.description == "2026-07-02T13:30:00Z")
    let kathmandu = try zone("Asia/Kathmandu").instant(
      date(2026, 3, 2), TimeOfDay(hour: 6, minute: 30))
    #expect(kathmandu.description == "2026-03-02T00:45:00Z")
  }

  @Test("A fixed offset is counted eastwards, as people say it")
  func fixedOffset() throws {
    let berlinInWinter = try zone("UTC+1")
    #expect(berlinInWinter.identifier == "UTC+1")
    let noon = try berlinInWinter.instant(date(2026, 7, 1), TimeOfDay(hour: 12, minute: 0))
    #expect(noon.description == "2026-07-01T11:00:00Z")
    #expect(try zone("UTC-3:30").offset(at: noon) == -.minutes(210))
    #expect(LocalCalendar.hoursAhead(-5).offset(at: noon) == -.hours(5))
    for text in ["UTC+15", "UTC+1:60", "UTC1"] {
      #expect(LocalCalendar(identifier: text)?.identifier != "UTC+1")
    }
  }

  @Test("A time that the clocks jump over is an error, and the seconds around it are not")
  func skipped() throws {
    let losAngeles = try zone("America/Los_Angeles")
    let day = date(2026, 3, 8)
    for minute in [0, 30, 59] {
      #expect(throws: LocalTimeError.doesNotExist) {
        try losAngeles.instant(day, TimeOfDay(hour: 2, minute: minute))
      }
    }
    let last = try losAngeles.instant(day, TimeOfDay(hour: 1, minute: 59, second: 59))
    let first = try losAngeles.instant(day, TimeOfDay(hour: 3, minute: 0))
    #expect(last.description == "2026-03-08T09:59:59Z")
    #expect(first - last == .seconds(1 as Int64))
  }

  @Test("A time that happens twice is an error that names both offsets")
  func twice() throws {
    let losAngeles = try zone("America/Los_Angeles")
    let both = LocalTimeError.happensTwice(firstOffset: .hours(-7), secondOffset: .hours(-8))
    for minute in [0, 30, 59] {
      #expect(throws: both) {
        try losAngeles.instant(date(2026, 11, 1), TimeOfDay(hour: 1, minute: minute))
      }
    }
    let after = try losAngeles.instant(date(2026, 11, 1), TimeOfDay(hour: 2, minute: 0))
    #expect(after.description == "2026-11-01T10:00:00Z")
  }

  @Test("A day that no calendar has, or no instant can hold, does not exist")
  func noSuchDay() {
    for day in [date(2026, 2, 30), date(2026, 13, 1), date(9999, 1, 1), date(1500, 1, 1)] {
      #expect(throws: LocalTimeError.doesNotExist) {
        try LocalCalendar.utc.instant(day, TimeOfDay(hour: 12, minute: 0))
      }
    }
  }

  @Test(
    "The days on which the clocks change have 23 and 25 hours",
    arguments: [(2026, 3, 7, 24), (2026, 3, 8, 23), (2026, 11, 1, 25), (2026, 11, 2, 24)])
  func lengths(year: Int, month: Int, day: Int, hours: Int) throws {
    let losAngeles = try zone("America/Los_Angeles")
    let start = losAngeles.startOfDay(date(year, month, day))
    #expect(losAngeles.startOfNextDay(after: start) - start == .hours(Int64(hours)))
    #expect(losAngeles.startOfNextDay(after: start + .hours(22)) - start == .hours(Int64(hours)))
  }

  @Test("Where midnight is skipped, the day starts at the first instant after it")
  func skippedMidnight() throws {
    let saoPaulo = try zone("America/Sao_Paulo")
    // Clocks went from 00:00 at -03 to 01:00 at -02.
    let start = saoPaulo.startOfDay(date(2018, 11, 4))
    #expect(start.description == "2018-11-04T03:00:00Z")
    #expect(saoPaulo.fields(of: start).time == TimeOfDay(hour: 1, minute: 0))
    #expect(saoPaulo.date(of: start - TimeSpan(nanoseconds: 1)) == date(2018, 11, 3))
    #expect(saoPaulo.startOfNextDay(after: start) - start == .hours(23))
  }

  @Test("Where the clocks go back over midnight, the day starts when its date first shows for good")
  func repeatedHourBeforeMidnight() throws {
    let saoPaulo = try zone("America/Sao_Paulo")
    // Clocks went from 00:00 at -02 on the 18th to 23:00 at -03 on the 17th.
    #expect(saoPaulo.startOfDay(date(2018, 2, 18)).description == "2018-02-18T03:00:00Z")
    let start = saoPaulo.startOfDay(date(2018, 2, 17))
    #expect(saoPaulo.startOfNextDay(after: start) - start == .hours(25))
  }

  @Test("A midnight that happens twice starts its day the first time")
  func repeatedMidnight() throws {
    let havana = try zone("America/Havana")
    // Clocks went from 01:00 at -04 to 00:00 at -05.
    let start = havana.startOfDay(date(2025, 11, 2))
    #expect(start.description == "2025-11-02T04:00:00Z")
    #expect(havana.startOfNextDay(after: start) - start == .hours(25))
  }

  @Test("A day that was left out of the calendar is stepped over")
  func skippedDay() throws {
    let apia = try zone("Pacific/Apia")
    // Samoa crossed the date line: 29 December 2011 at -10 was followed by the 31st at +14.
    let last = apia.startOfDay(date(2011, 12, 29))
    let next = apia.startOfNextDay(after: last)
    #expect(next - last == .hours(24))
    #expect(apia.date(of: next) == date(2011, 12, 31))
    #expect(apia.startOfDay(date(2011, 12, 30)) == next)
    #expect(throws: LocalTimeError.doesNotExist) {
      try apia.instant(date(2011, 12, 30), TimeOfDay(hour: 12, minute: 0))
    }
  }

  @Test("Every hour of a year reads back as itself, unless it happens twice")
  func roundTrip() throws {
    for identifier in ["America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo"]
    {
      let calendar = try zone(identifier)
      let start = try #require(Instant(iso8601: "2026-01-01T00:00:00Z"))
      var ambiguous = 0
      for halfHour in 0..<Int64(2 * 8760) {
        let instant = start + .minutes(30 * halfHour)
        let (day, time) = calendar.fields(of: instant)
        do throws(LocalTimeError) {
          if try calendar.instant(day, time) != instant {
            Issue.record("\(instant) reads back as another instant in \(identifier)")
            return
          }
        } catch {
          ambiguous += 1
          guard case .happensTwice = error else {
            Issue.record("\(instant) exists in \(identifier), and does not read back")
            return
          }
        }
      }
      // An hour that occurs twice is four half hours. Lord Howe moves its clocks by half an hour
      // only.
      let expected = identifier == "Asia/Tokyo" ? 0 : identifier == "Australia/Lord_Howe" ? 2 : 4
      #expect(ambiguous == expected, "in \(identifier)")
    }
  }

  @Test("In every zone there is, the next day starts later, and no sooner than its date shows")
  func nextDay() throws {
    var wrong: [String] = []
    for identifier in LocalCalendar.knownIdentifiers {
      let calendar = try zone(identifier)
      var instant = try #require(Instant(iso8601: "2025-12-30T00:00:00Z"))
      for _ in 0..<400 {
        let next = calendar.startOfNextDay(after: instant)
        let length = next - instant
        let eve = calendar.date(of: next - TimeSpan(nanoseconds: 1))
        if length <= .zero || length > .hours(26) || eve >= calendar.date(of: next) {
          wrong.append("\(identifier) at \(instant)")
        }
        instant = next
      }
    }
    #expect(wrong.isEmpty)
  }
}
