import Geodesy
import Timekeeping
import World

/// The counts of each local day, which are updated while the run goes on.
struct DayTallies {
  private struct Day {
    var start: Instant
    var end: Instant
    var tally: DayTally
    var hours: UInt32 = 0
  }

  private var days: [Day] = []
  /// The index in `days` of the current day, where the next search by `seek` starts.
  private var index = 0
  private var lastPosition: Coordinate?
  private let clocks: TravelCalendar
  /// The clock of a fix before, with the time from that fix on in which it is valid.
  private var clock: (shown: DayClock, valid: Range<Instant>)?

  /// Makes the days of the simulation, in the person's local time, with counts of zero.
  init(_ world: World) {
    clocks = world.clocks
    for segment in world.segments {
      var start = max(segment.start, days.last?.end ?? segment.start)
      while start < segment.end {
        let calendar = world.clocks.calendar(at: start)
        let end = max(calendar.startOfNextDay(after: start), start + .hours(1))
        add(from: start, to: min(end, segment.end), on: calendar.date(of: start), world)
        start = end
      }
    }
  }

  private mutating func add(
    from start: Instant, to end: Instant, on date: CivilDate, _ world: World
  ) {
    let moving = world.person.spans.filter {
      $0.mode.isMoving && $0.start < end && $0.end > start
    }.reduce(0) { $0 + (min($1.end, end) - max($1.start, start)).seconds }
    let meters = world.person.pathLengthMeters(from: start, to: end)
    // A recording may have two segments on one day.
    if let last = days.last, last.tally.date == date.description {
      days[days.count - 1].end = end
      days[days.count - 1].tally.seconds += (end - start).seconds
      days[days.count - 1].tally.trueDistanceMeters += meters
      days[days.count - 1].tally.movingSeconds += moving
      return
    }
    days.append(
      Day(
        start: start, end: end,
        tally: DayTally(
          date: date.description, seconds: (end - start).seconds, trueDistanceMeters: meters,
          movingSeconds: moving)))
  }

  mutating func count(at instant: Instant, _ change: (inout DayTally) -> Void) {
    guard seek(instant) else { return }
    change(&days[index].tally)
  }

  mutating func addFix(_ coordinate: Coordinate, at instant: Instant) {
    guard seek(instant) else { return }
    days[index].tally.fixCount += 1
    days[index].hours |= 1 << UInt32(hourOfTheClock(at: instant))
    if let lastPosition {
      days[index].tally.recordedDistanceMeters += lastPosition.distanceMeters(to: coordinate)
    }
    lastPosition = coordinate
  }

  /// Returns the hour that the person's clocks show, from 0 to 23.
  private mutating func hourOfTheClock(at instant: Instant) -> Int {
    if clock?.valid.contains(instant) != true {
      let calendar = clocks.calendar(at: instant)
      let midnight = calendar.startOfNextDay(after: instant)
      let change = clocks.changes.first { $0.at > instant }?.at ?? midnight
      let shown = DayClock(calendar.date(of: instant), calendar)
      clock = (shown, instant..<max(min(change, midnight), instant))
    }
    let second = clock?.shown.second(at: instant) ?? 0
    return min(max(Int(second / 3600), 0), 23)
  }

  mutating func addUncovered(from start: Instant, to end: Instant) {
    var start = start
    while start < end, seek(start) {
      let part = min(end, max(days[index].end, start + .seconds(Int64(1))))
      days[index].tally.uncoveredSeconds += (part - start).seconds
      start = part
    }
  }

  /// Makes the day of an instant the current day. Returns false if there are no days.
  ///
  /// The search starts at the current day, because the instant is nearly always in the current day
  /// or in the next day.
  private mutating func seek(_ instant: Instant) -> Bool {
    guard !days.isEmpty else { return false }
    while index > 0, instant < days[index].start { index -= 1 }
    while index + 1 < days.count, instant >= days[index + 1].start { index += 1 }
    return true
  }

  var tallies: [DayTally] {
    days.map { day in
      var tally = day.tally
      tally.hoursWithFix = day.hours.nonzeroBitCount
      tally.trueDistanceMeters = tally.trueDistanceMeters.rounded()
      tally.recordedDistanceMeters = tally.recordedDistanceMeters.rounded()
      tally.uncoveredSeconds = (tally.uncoveredSeconds * 10).rounded() / 10
      return tally
    }
  }
}
