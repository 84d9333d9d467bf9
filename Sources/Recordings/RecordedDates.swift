import Timekeeping
import World

// The dates of recordings that a receiver left open.
//
// Satellites restart their week counter after 1024 weeks, so a receiver, gpsd or a logger has to
// guess how often the counter restarted. gpsd guesses wrong for recordings from before 2017: it
// gives them dates in the future. Sentences of NMEA, and IGC, write two digits of the year.

extension TraceAssembly {
  private static let rollover = TimeSpan.days(7 * 1024)
  /// The largest distance from the given start to which points are moved.
  private static let startReach = TimeSpan.days(366)

  /// Moves the points to the times nearest to the day of a log, which the log itself contains.
  mutating func moveDates(toDayOfLog day: Instant) {
    noteMoved(move(near: day), to: day, "the day of the log")
  }

  /// Moves the points to the times nearest to the start that the user gives. Nothing is moved if no
  /// point would come near it.
  mutating func moveDates(toGivenStart start: Instant) {
    var moved = self
    let count = moved.move(near: start)
    let times = moved.segments.lazy.joined().map(\.point.time)
    guard let closest = times.min(by: { Self.distance($0, start) < Self.distance($1, start) })
    else { return }
    guard Self.distance(closest, start) > Self.startReach else {
      self = moved
      return noteMoved(count, to: start, "the given start")
    }
    remarks.append(
      "The given start is \(LocalCalendar.utc.date(of: start)), but neither 1024 weeks nor a"
        + " century bring the recorded times near it; they were left as they are.")
  }

  private mutating func noteMoved(_ count: Int, to day: Instant, _ name: String) {
    guard count > 0 else { return }
    remarks.append(
      "The times of \(count) points were moved to the ones nearest to"
        + " \(LocalCalendar.utc.date(of: day)), \(name): by 1024 weeks, after which satellites"
        + " restart their week counter, or by a century.")
  }

  /// Moves all times by multiples of 1024 weeks or by a century to the one nearest to `day`.
  ///
  /// - Returns: the number of moved points.
  private mutating func move(near day: Instant) -> Int {
    var count = 0
    for segment in segments.indices {
      for index in segments[segment].indices {
        let time = segments[segment][index].point.time
        let nearest = Self.nearest(to: day, of: time)
        if nearest != time { count += 1 }
        segments[segment][index].point.time = nearest
      }
    }
    for index in battery.indices {
      battery[index].time = Self.nearest(to: day, of: battery[index].time)
    }
    return count
  }

  private static func nearest(to day: Instant, of time: Instant) -> Instant {
    guard distance(time, day) > rollover * 0.5 else { return time }
    let rollovers = floorDivide((time - day + rollover * 0.5).nanoseconds, rollover.nanoseconds)
    let candidates =
      [
        time,
        time - TimeSpan(nanoseconds: rollovers.saturatingMultiplied(by: rollover.nanoseconds)),
      ]
      + [-100, 100].compactMap { time.moved(years: $0) }
    // The first of equals counts: the recorded time itself.
    return candidates.min { distance($0, day) < distance($1, day) } ?? time
  }

  private static func distance(_ a: Instant, _ b: Instant) -> TimeSpan { a < b ? b - a : a - b }
}

extension Instant {
  /// Returns the same day and time of another year, in UTC; nil if that year lacks the day.
  fileprivate func moved(years: Int) -> Instant? {
    let date = LocalCalendar.utc.date(of: self)
    let other = CivilDate(year: date.year + years, month: date.month, day: date.day)
    guard (1700...2250).contains(other.year), other.exists else { return nil }
    return self + .days(other.daysSince1970 - date.daysSince1970)
  }
}

extension [TracePoint] {
  /// The years in which a recording is plausible. GPS receivers for people came with the nineties.
  /// The end does not follow the clock, so that a report stays the same.
  static let plausible = start(of: 1990)..<start(of: 2040)

  private static func start(of year: Int) -> Instant {
    let day = CivilDate(year: year, month: 1, day: 1)
    return Instant(nanoseconds: TimeSpan.days(day.daysSince1970).nanoseconds)
  }

  /// The sentences on dates that cannot be true.
  var remarksOnDates: [String] {
    let implausible = filter { !Self.plausible.contains($0.time) }
    guard let first = implausible.first else { return [] }
    return [
      "\(implausible.count) points are dated implausibly, the first one"
        + " \(LocalCalendar.utc.date(of: first.time)); if the device's clock or week counter was"
        + " wrong, --start 2026-03-02T00:00:00Z (or 'start:' under 'replay:') with the true day"
        + " corrects dates that are off by a multiple of 1024 weeks or by a century."
    ]
  }
}
