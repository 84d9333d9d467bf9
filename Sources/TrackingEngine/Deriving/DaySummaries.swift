import Geodesy
import Timekeeping

/// The sums of one local day's records.
struct DaySummary: Hashable, Sendable {
  var date: CivilDate
  /// The number of records of all kinds whose fixes are of that day.
  var recordCount = 0
  /// The sum of straight distances between positions with an accuracy of 200 m or better.
  ///
  /// A distance counts on the day of its later position.
  var distanceMeters = 0.0
  /// The time away from home; nil if no record up to then contains a relation to home.
  var timeAway: TimeSpan?
  var timeOutdoors: TimeSpan?
}

/// A calculator of the sums of local days, one after the other.
///
/// A user who is away at midnight is away on the new day too, until a record at home. Time outdoors
/// begins at a record outdoors and ends at the next that is not, or at midnight.
struct DaySummaries {
  private static let accuracyMaxMeters = 200.0

  private let outdoorsAccuracyMeters: Double
  private var days: LocalDays
  private var day: DaySummary?
  /// The time up to which time away and outdoors has been added.
  private var credited = Instant.distantPast
  private var isAway: Bool?
  private var isOutdoors = false
  private var place: Coordinate?

  init(calendar: LocalCalendar, outdoorsAccuracyMeters: Double = Outdoors.accuracyMeters) {
    days = LocalDays(calendar)
    self.outdoorsAccuracyMeters = outdoorsAccuracyMeters
  }

  /// Adds a record and returns the days that ended before it.
  ///
  /// Records have to come in the order of their fixes.
  mutating func add(_ record: Record) -> [DaySummary] {
    let finished = advance(to: record.location.timestamp)
    day?.recordCount += 1
    if record.isLocation { take(record) }
    return finished
  }

  /// Returns the last day, up to its last record.
  mutating func finish() -> [DaySummary] {
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
