import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

@Suite("Epochs, hours and days")
struct EpochTests {
  @Test("An epoch with one record is not missing, whatever lies between records")
  func epochs() {
    var day = SmallWorld()
    day.stay(.hours(2))
    let report = Evaluator.judge(day.world()) {
      // Two records are in the first of 12 epochs, one in the second, one in the eighth.
      $0.record(at: 0, east: 0)
      $0.record(at: 599.999, east: 0)
      $0.record(at: 600, east: 0)
      $0.record(at: 4200, east: 0)
    }.coverage
    #expect(isClose(report.epochCoverage, 3.0 / 12))
    let missingness = report.missingness
    #expect(isClose(missingness.byHour[0], 4.0 / 6))
    #expect(isClose(missingness.byHour[1], 5.0 / 6))
    #expect(missingness.byHour[2] == nil)
    // The eighth epoch begins at 01:10, so the epochs at ten past are never missing.
    #expect(missingness.byMinuteOfHour == [0.5, 0, 1, 1, 1, 1])
    #expect(isClose(missingness.byWeekday[0], 9.0 / 12))
    #expect(missingness.byWeekday[1] == nil)
    #expect(missingness.moving == nil)
    #expect(isClose(missingness.still, 9.0 / 12))
    #expect(missingness.home == nil)
    #expect(missingness.byStudyDay.map(\.day) == [1])
    #expect(missingness.byDaysSinceOpened == nil)
  }

  @Test("A record counts for the epoch of its stamp, however late it came")
  func late() {
    var day = SmallWorld()
    day.stay(.hours(1))
    let report = Evaluator.judge(day.world()) { $0.record(at: 3000, stamped: 100, east: 0) }
      .coverage
    #expect(report.missingness.byMinuteOfHour == [0, 1, 1, 1, 1, 1])
  }

  @Test("An epoch of which less than half is judged does not count")
  func halfJudged() {
    // The day is from 00:05:01 to 00:24:59, so the epochs on both sides of the middle one lack a
    // second for their half.
    var day = SmallWorld(startingAt: SmallWorld.midnight + .seconds(301 as Int64))
    day.stay(.seconds(1198 as Int64))
    #expect(Evaluator.judge(day.world()) { _ in }.coverage.missingness.byMinuteOfHour[0] == nil)
    #expect(Evaluator.judge(day.world()) { _ in }.coverage.missingness.byMinuteOfHour[1] == 1)
    #expect(Evaluator.judge(day.world()) { _ in }.coverage.missingness.byMinuteOfHour[2] == nil)
  }

  @Test("Epochs at home and away, moving and still, go by where most of their time is spent")
  func homeAndAway() {
    var options = EvaluationOptions()
    options.home = .coordinate(SmallWorld.origin)
    let missingness = Evaluator.judge(SmallWorld.walk.world(), options) {
      for second in stride(from: 0.0, to: 3600, by: 600) { $0.record(at: second, east: 0) }
    }.coverage.missingness
    #expect(missingness.home == 0)
    #expect(missingness.away == 1)
    // The walk of 714 s fills one epoch and 114 s of the next.
    #expect(missingness.moving == 1)
    #expect(isClose(missingness.still, 6.0 / 12))
  }

  @Test("Local hours and days follow the calendar, and a short day is no participant-day")
  func days() throws {
    let calendar = try #require(LocalCalendar(identifier: "Asia/Kathmandu"))
    // Midnight UTC is 05:45 in Kathmandu. So the world has 18 h 15 min of the first day, all of the
    // second, and 5 h 45 min of the third.
    var day = SmallWorld()
    day.stay(.hours(48))
    let report = Evaluator.judge(day.world(calendar: calendar)) { evaluator in
      // A record every half hour until 10:00 UTC, which is 15:45: 11 local hours, from 5 to 15.
      for second in stride(from: 0.0, to: 36_000, by: 1800) {
        evaluator.record(at: second, east: 0)
      }
      // The second day has records in one hour.
      evaluator.record(at: 86_400, east: 0)
    }.coverage
    #expect(report.hoursCovered == 6)
    #expect(report.validDayYield == 0.5)
    #expect(report.judgedShareByHour == Array(repeating: 1, count: 24))
  }

  @Test("Judged share by hour shows the hours that a recording lacks")
  func judgedShare() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.stay(.minutes(30), isTruthKnown: false)
    day.stay(.minutes(30))
    let report = Evaluator.judge(day.world()) { _ in }.coverage
    #expect(report.judgedShareByHour.prefix(3) == [1, 0.5, nil])
    #expect(isClose(report.judgedShare, 0.75))
    #expect(report.hoursCovered == nil)
    #expect(report.validDayYield == nil)
  }

  @Test("On the day the clocks change local hours are those that clocks show")
  func clockChange() throws {
    let calendar = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    // 00:00 local time on 2026-03-29 is 23:00 UTC the day before. At 01:00 UTC, 02:00 becomes
    // 03:00.
    let start = calendar.startOfDay(CivilDate(year: 2026, month: 3, day: 29))
    var day = SmallWorld(startingAt: start)
    day.stay(.hours(23))
    var judge: Evaluator?
    let report = Evaluator.judge(day.world(calendar: calendar)) { judge = $0 }.coverage
    #expect(judge?.days.map(\.hours) == [0xFF_FFFF & ~(1 << 2)])
    #expect(report.missingness.byHour[2] == nil)
    #expect(report.missingness.byHour.filter { $0 == 1 }.count == 23)
    #expect(report.hoursCovered == 0)
  }

  /// The app is opened at 0 h and 30 h, in a day of 60 h. After each opening, 144 epochs begin
  /// within 24 h, and 36 more later, until the next opening or the end. The only record is at 25 h.
  @Test("Missing epochs are told by whole days since the app was last opened")
  func sinceOpened() {
    var day = SmallWorld()
    day.stay(.hours(60))
    let missingness = Evaluator.judge(day.world()) {
      $0.opened(at: SmallWorld.midnight)
      $0.record(at: 25 * 3600, east: 0)
      $0.opened(at: SmallWorld.midnight + .hours(30))
    }.coverage.missingness
    #expect(missingness.byDaysSinceOpened?.count == 2)
    #expect(missingness.byDaysSinceOpened?[0] == 1)
    #expect(isClose(missingness.byDaysSinceOpened?[1], 71.0 / 72))
  }

  @Test("A new stretch begins without the app opened")
  func openedInStretch() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.skip(.hours(8))
    day.stay(.hours(1))
    let world = day.world()
    let evaluator = Evaluator(world: world)
    evaluator.beginSegment(world.segments[0])
    evaluator.opened(at: world.segments[0].start)
    evaluator.endSegment(at: world.segments[0].end)
    evaluator.beginSegment(world.segments[1])
    evaluator.record(at: 9.5 * 3600, east: 0)
    evaluator.endSegment(at: world.segments[1].end)
    #expect(evaluator.report().coverage.missingness.byDaysSinceOpened == [1])
  }

  @Test("Every local day is told with the hours that have a record")
  func coveredDays() {
    var day = SmallWorld()
    day.stay(.hours(36))
    let world = day.world()
    let evaluator = Evaluator(world: world)
    evaluator.beginSegment(world.segments[0])
    evaluator.record(at: 3600 * 7 + 5, east: 0)
    evaluator.record(at: 3600 * 25, east: 0)
    evaluator.endSegment(at: world.end)
    #expect(evaluator.days.map(\.coveredHours) == [1 << 7, 1 << 1])
    #expect(evaluator.days.map(\.judgedShare) == [1, 0.5])
  }
}
