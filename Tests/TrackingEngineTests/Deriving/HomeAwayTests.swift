import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Home and away")
struct HomeAwayTests {
  private func record(minute: Int, recordedMinute: Int? = nil, isHome: Bool?) -> Record {
    let instant = Instant(nanoseconds: 0) + .minutes(Int64(minute))
    return Record(
      location: Location(
        coordinate: Rig.origin, horizontalAccuracyMeters: 5, timestamp: instant),
      recordedAt: Instant(nanoseconds: 0) + .minutes(Int64(recordedMinute ?? minute)),
      home: isHome.map { HomeRelation(distanceMeters: 0, isHome: $0) })
  }

  private func minutes(_ intervals: [AwayInterval]) -> [[Int]] {
    intervals.map { [$0.start, $0.end].map { Int($0.secondsSince1970 / 60) } }
  }

  @Test("Away opens at the first record away and closes at the next at home, or now")
  func intervals() {
    let records = [
      record(minute: 0, isHome: true), record(minute: 10, isHome: false),
      record(minute: 20, isHome: false), record(minute: 30, isHome: true),
      record(minute: 50, isHome: false),
    ]
    let now = Instant(nanoseconds: 0) + .minutes(60)
    #expect(minutes(HomeAwayDeriver.intervals(of: records, until: now)) == [[10, 30], [50, 60]])
    #expect(
      minutes(HomeAwayDeriver.intervals(of: records.reversed(), until: now)) == [
        [10, 30], [50, 60],
      ])
  }

  @Test("Records older than the newest, visits, and those without a home change nothing")
  func ignored() {
    var deriver = HomeAwayDeriver()
    deriver.add(record(minute: 10, isHome: true))
    deriver.add(record(minute: 5, recordedMinute: 11, isHome: false))
    deriver.add(record(minute: 15, isHome: nil))
    var visit = record(minute: 16, isHome: false)
    visit.kind = .visit(arrival: .distantPast, departure: .distantFuture)
    deriver.add(visit)
    #expect(deriver.finish(at: Instant(nanoseconds: 0) + .minutes(60)).isEmpty)
  }

  @Test("A fix from the future, or before the clock was set back, does not stop the calculation")
  func clocks() {
    var deriver = HomeAwayDeriver()
    var future = record(minute: 10, isHome: true)
    future.location.timestamp += .days(1)
    deriver.add(future)
    deriver.add(record(minute: 20, isHome: false))
    #expect(deriver.isAway == true)
    // The clock is set back by 15 min.
    deriver.add(record(minute: 5, isHome: true))
    #expect(deriver.isAway == false)
  }

  @Test("A night away counts for both days, each up to midnight")
  func midnight() {
    var deriver = HomeAwayDeriver()
    deriver.add(record(minute: 22 * 60, isHome: false))
    deriver.add(record(minute: 30 * 60, isHome: true))
    let now = Instant(nanoseconds: 0) + .hours(40)
    let first = CivilDate(year: 1970, month: 1, day: 1)
    #expect(deriver.timeAway(on: first, in: .utc, now: now) == .hours(2))
    #expect(deriver.timeAway(on: first.adding(days: 1), in: .utc, now: now) == .hours(6))
    #expect(deriver.timeAway(on: first.adding(days: 2), in: .utc, now: now) == .zero)
  }

  @Test("A day is as long as its clocks make it", arguments: [(3, 8, 23), (3, 9, 24), (11, 1, 25)])
  func daylightSaving(_ given: (month: Int, day: Int, hours: Int64)) throws {
    let calendar = try #require(LocalCalendar(identifier: "America/Los_Angeles"))
    let date = CivilDate(year: 2026, month: given.month, day: given.day)
    let start = calendar.startOfDay(date)
    var record = record(minute: 0, isHome: false)
    record.location.timestamp = start - .hours(1)
    var deriver = HomeAwayDeriver()
    deriver.add(record)
    #expect(deriver.timeAway(on: date, in: calendar, now: start + .days(3)) == .hours(given.hours))
  }

  @Test(
    "Distance to home is the same near and far as over the ellipsoid",
    arguments: [
      0.0, 49, 1500, 3000, 80_000,
    ])
  func distance(north: Double) {
    let home = HomeZone(center: Rig.origin, radiusMeters: 50)
    let place = Rig.place(north: north)
    let relation = home.relation(to: place)
    let expected = Rig.origin.distanceMeters(to: place)
    // The local scale is accurate to a part in 500 within its range.
    #expect(abs(Double(relation.distanceMeters) - expected) <= expected / 500 + 0.01)
    #expect(relation.isHome == (north < 50))
  }
}
