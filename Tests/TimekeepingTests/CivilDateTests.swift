import Testing
import Timekeeping

@Suite("Civil dates")
struct CivilDateTests {
  /// Day numbers and weekdays from Python's `datetime.date`, an independent implementation.
  @Test(
    "Days are counted as the proleptic Gregorian calendar counts them",
    arguments: [
      (1678, 1, 1, -106_650, 6), (1700, 3, 1, -98_556, 1), (1752, 9, 14, -79_366, 4),
      (1900, 2, 28, -25_509, 3), (1900, 3, 1, -25_508, 4), (1969, 7, 20, -165, 7),
      (1970, 1, 1, 0, 4), (2000, 2, 29, 11_016, 2), (2026, 3, 2, 20_514, 1),
      (2100, 3, 1, 47_541, 1), (2261, 12, 31, 106_650, 2),
    ])
  func known(year: Int, month: Int, day: Int, daysSince1970: Int64, weekday: Int) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(date.daysSince1970 == daysSince1970)
    #expect(CivilDate(daysSince1970: daysSince1970) == date)
    #expect(date.isoWeekday == weekday)
    #expect(date.exists)
  }

  @Test("Each of the 213,301 days from 1678 to 2261 follows the one before it")
  func consecutive() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var expected = CivilDate(year: 1678, month: 1, day: 1)
    for days in Int64(-106_650)...106_650 {
      let date = CivilDate(daysSince1970: days)
      if date != expected || date.daysSince1970 != days {
        Issue.record("day \(days) is \(date), not \(expected)")
        return
      }
      let isLeap =
        date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
      let length = lengths[date.month - 1] + (date.month == 2 && isLeap ? 1 : 0)
      expected.day += 1
      if expected.day > length { (expected.month, expected.day) = (expected.month + 1, 1) }
      if expected.month > 12 { (expected.year, expected.month) = (expected.year + 1, 1) }
    }
    #expect(expected == CivilDate(year: 2262, month: 1, day: 1))
  }

  @Test(
    "Days that no calendar has do not exist",
    arguments: [
      (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
      (2026, 1, 32),
    ])
  func missing(year: Int, month: Int, day: Int) {
    #expect(!CivilDate(year: year, month: month, day: day).exists)
  }

  @Test("Adding days crosses months, years and leap days")
  func adding() {
    let eve = CivilDate(year: 2027, month: 12, day: 31)
    #expect(eve.adding(days: 60) == CivilDate(year: 2028, month: 2, day: 29))
    #expect(eve.adding(days: 61) == CivilDate(year: 2028, month: 3, day: 1))
    #expect(eve.adding(days: 61).adding(days: -61) == eve)
  }
}
