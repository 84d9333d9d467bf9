import Testing
import Timekeeping

@Suite("Spans of time")
struct TimeSpanTests {
  @Test("Seconds are rounded to the nearest nanosecond")
  func rounding() {
    #expect(TimeSpan.seconds(0.1 + 0.2).nanoseconds == 300_000_000)
    #expect(TimeSpan.seconds(-1.5e-9).nanoseconds == -2)
    #expect(TimeSpan.seconds(90.0) == .minutes(1) + .seconds(30 as Int64))
  }

  @Test("No number of seconds is too odd for a span")
  func extremes() {
    #expect(TimeSpan.seconds(Double.infinity).nanoseconds == 9_200_000_000_000_000_000)
    #expect(TimeSpan.seconds(-Double.infinity).nanoseconds == -9_200_000_000_000_000_000)
    #expect(TimeSpan.seconds(Double.nan) == .zero)
  }

  @Test("Arithmetic at both ends of the range stays there")
  func bothEnds() {
    let (first, last) = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
    #expect((last - first).nanoseconds == .max)
    #expect((first - last).nanoseconds == .min)
    #expect((-TimeSpan(nanoseconds: .min)).nanoseconds == .max)
    let (least, most) = (TimeSpan(nanoseconds: .min), TimeSpan(nanoseconds: .max))
    #expect((most + most).nanoseconds == .max)
    #expect((least - most).nanoseconds == .min)
    for count in [Int64.min, .max] {
      let end: Int64 = count < 0 ? .min : .max
      for span in [
        TimeSpan.milliseconds(count), .seconds(count), .minutes(count), .hours(count),
        .days(count),
      ] { #expect(span.nanoseconds == end) }
    }
  }

  @Test("Clocks and calendars take both ends of the range")
  func calendarEnds() throws {
    let zones = try ["UTC", "Asia/Kathmandu", "Pacific/Apia", "UTC-12", "UTC+14"].map {
      try #require(LocalCalendar(identifier: $0))
    }
    let ends: [Int64] = [Int64.min, Int64.min + 1, Int64.min / 2, Int64.max / 2, Int64.max]
    for nanoseconds in ends {
      let instant = Instant(nanoseconds: nanoseconds)
      #expect(!instant.iso8601(fractionDigits: 9).isEmpty)
      #expect(instant.atWholeSecond <= instant)
      #expect((instant - instant.atWholeSecond).nanoseconds < 1_000_000_000)
      for zone in zones {
        let date = zone.date(of: instant)
        #expect(date.exists)
        #expect(zone.startOfDay(date) <= zone.startOfNextDay(after: instant))
        let farthest = zone.startOfDay(date.adding(days: Int.max))
        #expect(farthest > Instant(nanoseconds: Int64.max - 200_000_000_000_000))
        let earliest = zone.startOfDay(date.adding(days: Int.min))
        #expect(earliest < Instant(nanoseconds: Int64.min + 200_000_000_000_000))
      }
    }
  }

  @Test("An instant plus an endless span stays within the range")
  func saturation() {
    let now = Instant(nanoseconds: 1_770_000_000_000_000_000)
    let endless = TimeSpan.seconds(Double.infinity)
    #expect((now + endless).nanoseconds == .max)
    #expect(Instant(nanoseconds: -5) + -endless - endless == Instant(nanoseconds: .min))
    #expect(Instant.distantFuture - Instant.distantPast > .zero)
  }

  @Test(
    "A span reads as a person would say it",
    arguments: [
      (0.25, "0.25 s"), (42, "42 s"), (60, "1 min"), (90, "1 min 30 s"), (3600, "1 h"),
      (3900, "1 h 5 min"), (3599.7, "1 h"), (86_400, "1 d"), (97_200, "1 d 3 h"), (-42, "-42 s"),
      (59.999, "1 min"), (86_399, "1 d"),
    ])
  func described(seconds: Double, text: String) {
    #expect(TimeSpan.seconds(seconds).description == text)
  }
}
