import Timekeeping

/// A period in which the user was away from home.
package struct AwayInterval: Sendable, Codable {
  package var start: Instant
  package var end: Instant
}

/// A calculator of the time away from home, which uses only records.
///
/// Time away begins at the first record away from home and ends at the next record at home. Each
/// record states if it was at home when it was made. If the user later sets a new home, past days
/// therefore do not change. A user who is away at midnight stays away on the new day. The time away
/// on a day is the part of each period that lies within that day.
package struct HomeAwayDeriver: Sendable, Codable {
  /// True if the user is away; nil before the first record that contains its distance from home.
  package private(set) var isAway: Bool?
  /// The start of the current period away from home; nil if the user is not away.
  package private(set) var awaySince: Instant?
  package private(set) var closedIntervals: [AwayInterval] = []
  private var newest: Instant?
  private var newestRecordedAt: Instant?

  package init() {}

  /// Adds a record to the calculation.
  ///
  /// Records have to come in the order of their fixes' times. A record older than the newest so
  /// far, such as a cached fix, is ignored. Visits do not count, because they report the past.
  /// Neither a fix from the future nor one before the clock was set back counts as the newest.
  ///
  /// - Returns: True if the record changed the state.
  @discardableResult
  package mutating func add(_ record: Record) -> Bool {
    guard record.isLocation, let home = record.home else { return false }
    let instant = record.location.timestamp
    if let before = newestRecordedAt, record.recordedAt < before { newest = nil }
    newestRecordedAt = record.recordedAt
    if let newest, instant < newest { return false }
    newest = min(instant, record.recordedAt)
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

  /// Adds a record, with the quirk `nightNotCarried`: after midnight the state is unknown.
  ///
  /// A period away ends at midnight. On the new day, a period begins only with a record away from
  /// home.
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

  /// Returns all periods away from home up to `now`.
  package func finish(at now: Instant) -> [AwayInterval] {
    guard let awaySince, awaySince < now else { return closedIntervals }
    return closedIntervals + [AwayInterval(start: awaySince, end: now)]
  }

  /// Returns all periods away from home, from records that may be in any order.
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

  /// Returns the time away from home on one local day, up to `now`.
  ///
  /// - Parameter carriesNight: if false, a period away that began before that day does not count.
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

/// The statistics of one day that the app shows to the user.
package struct DayStatistics: Sendable, Equatable {
  package var date: CivilDate
  package var timeAway: TimeSpan
  /// True if the user is away; nil if no record so far contains its distance from home.
  package var isAway: Bool?
  /// The number of the day's records of all kinds.
  package var recordCount = 0
  /// The time outdoors up to the newest record; nil if no record contains its distance from home.
  package var timeOutdoors: TimeSpan?
}
