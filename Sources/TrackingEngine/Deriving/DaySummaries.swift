import Geodesy
import Timekeeping

/// The totals of one local day's records: their number, the distance, and the time away and
/// outdoors.
package struct DaySummary: Sendable {
  package var date: CivilDate
  /// The number of the day's records of all kinds. The time of a record's fix determines the day.
  package var recordCount = 0
  /// The sum of straight distances between successive positions, in meters.
  ///
  /// Only positions with an accuracy of 200 m or better count. A distance counts on the day of its
  /// later position.
  package var distanceMeters = 0.0
  /// The time away from home.
  ///
  /// Nil if no record up to the end of the day contains its distance from home.
  package var timeAway: TimeSpan?
  package var timeOutdoors: TimeSpan?
}

/// A calculator of the totals of each local day, one day after the other.
///
/// A user who is away at midnight is also away on the new day, until the first record at home. Time
/// outdoors begins at a record outdoors. It ends at the next record that is not outdoors, or at
/// midnight.
package struct DaySummaries {
  private static let accuracyMaxMeters = 200.0

  private let outdoorsAccuracyMeters: Double
  private var days: LocalDays
  private var day: DaySummary?
  /// The time up to which the time away and the time outdoors are already counted.
  private var credited = Instant.distantPast
  private var isAway: Bool?
  private var isOutdoors = false
  private var place: Coordinate?

  package init(calendar: LocalCalendar, outdoorsAccuracyMeters: Double = Outdoors.accuracyMeters) {
    days = LocalDays(calendar)
    self.outdoorsAccuracyMeters = outdoorsAccuracyMeters
  }

  /// Adds a record, and returns the totals of the days that ended before this record.
  ///
  /// Records have to come in the order of their fixes' times.
  package mutating func add(_ record: Record) -> [DaySummary] {
    let finished = advance(to: record.location.timestamp)
    day?.recordCount += 1
    if record.isLocation { take(record) }
    return finished
  }

  /// Returns the totals of the last day, up to its last record.
  package mutating func finish() -> [DaySummary] {
    defer { day = nil }
    return day.map { [$0] } ?? []
  }

  private mutating func advance(to instant: Instant) -> [DaySummary] {
    var finished: [DaySummary] = []
    while let over = day, instant >= days.end {
      credit(until: days.end)
      finished.append(day ?? over)
      isOutdoors = false
      begin(at: days.end)
    }
    if day == nil { begin(at: instant) }
    credit(until: instant)
    return finished
  }

  private mutating func begin(at instant: Instant) {
    _ = days.begins(with: instant)
    credited = instant
    day = DaySummary(date: days.date)
    if isAway != nil { startCounting() }
  }

  private mutating func startCounting() {
    day?.timeAway = .zero
    day?.timeOutdoors = .zero
  }

  private mutating func credit(until instant: Instant) {
    let span = max(.zero, instant - credited)
    credited = max(credited, instant)
    if isAway == true { day?.timeAway? += span }
    if isOutdoors { day?.timeOutdoors? += span }
  }

  private mutating func take(_ record: Record) {
    if let home = record.home {
      isAway = !home.isHome
      if day?.timeAway == nil { startCounting() }
      isOutdoors =
        Outdoors.isOutdoors(record, accuracyBelowMeters: outdoorsAccuracyMeters) ?? false
    }
    let accuracy = record.location.horizontalAccuracyMeters
    guard accuracy >= 0, accuracy <= Self.accuracyMaxMeters else { return }
    if let place { day?.distanceMeters += place.distanceMeters(to: record.location.coordinate) }
    place = record.location.coordinate
  }
}
