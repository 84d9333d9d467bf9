import Timekeeping

/// A stretch of time away from home.
package struct AwayInterval: Sendable, Hashable, Codable {
  package var start: Instant
  package var end: Instant
}

/// Tells time at home from time away, by records alone.
///
/// Time away opens at the first record away from home and closes at the next one at home. Whether a
/// record is at home was settled when it was made, so that moving house changes no past day.
/// Midnight closes nothing: the state is carried over, and a day's share is cut out by its bounds.
package struct HomeAwayDeriver: Sendable, Hashable, Codable {
  /// Nil before the first record that knows a home.
  package private(set) var isAway: Bool?
  /// Start of the time away that is still open.
  package private(set) var awaySince: Instant?
  package private(set) var closedIntervals: [AwayInterval] = []
  private var newest: Instant?

  package init() {}

  /// Records have to come in the order of their fixes; one that is older than the newest seen, such
  /// as a cached fix, is left out. Visits are not counted: they tell of the past.
  ///
  /// - Returns: True when the record changed the state.
  @discardableResult
  package mutating func add(_ record: Record) -> Bool {
    guard record.isLocation, let home = record.home else { return false }
    let instant = record.location.timestamp
    if let newest, instant < newest { return false }
    newest = instant
    guard isAway != !home.isHome else { return false }
    isAway = !home.isHome
    if home.isHome {
      if let start = awaySince { closedIntervals.append(AwayInterval(start: start, end: instant)) }
      awaySince = nil
    } else {
      awaySince = instant
    }
    return true
  }

  /// The same of an app to which each local day begins with nobody knowing who is away: what is open at
  /// midnight ends there.
  @discardableResult
  package mutating func add(_ record: Record, forgettingNightsOf calendar: LocalCalendar) -> Bool {
    guard record.isLocation else { return false }
    if let newest {
      let midnight = calendar.startOfNextDay(after: newest)
      if record.location.timestamp >= midnight { forgetState(at: midnight) }
    }
    return add(record)
  }

  private mutating func forgetState(at instant: Instant) {
    if let start = awaySince { closedIntervals.append(AwayInterval(start: start, end: instant)) }
    isAway = nil
    awaySince = nil
  }

  /// All time away up to `now`, at which an open one is cut.
  package func finish(at now: Instant) -> [AwayInterval] {
    guard let awaySince, awaySince < now else { return closedIntervals }
    return closedIntervals + [AwayInterval(start: awaySince, end: now)]
  }

  /// The same from records in any order.
  package static func intervals(
    of records: some Sequence<Record>, until now: Instant
  ) -> [AwayInterval] {
    var deriver = HomeAwayDeriver()
    let byTime = records.sorted {
      ($0.location.timestamp, $0.identifier) < ($1.location.timestamp, $1.identifier)
    }
    for record in byTime { deriver.add(record) }
    return deriver.finish(at: now)
  }

  package mutating func forget(before instant: Instant) {
    closedIntervals.removeAll { $0.end <= instant }
  }

  /// Time away on one local day, up to `now`.
  ///
  /// - Parameter carriesNight: False leaves out what began before that day.
  package func timeAway(
    on date: CivilDate, in calendar: LocalCalendar, now: Instant, carriesNight: Bool = true
  ) -> TimeSpan {
    let start = calendar.startOfDay(date)
    let end = min(now, calendar.startOfDay(date.adding(days: 1)))
    return finish(at: now).reduce(.zero) { sum, interval in
      guard carriesNight || interval.start >= start else { return sum }
      return sum + max(.zero, min(interval.end, end) - max(interval.start, start))
    }
  }
}

/// What the app shows of a day.
package struct DayStatistics: Sendable, Hashable {
  package var date: CivilDate
  package var timeAway: TimeSpan
  /// Nil while no record knows a home.
  package var isAway: Bool?
}
