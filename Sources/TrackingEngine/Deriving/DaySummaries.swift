import Geodesy
import Timekeeping

/// What records say of one local day.
struct DaySummary: Hashable, Sendable {
  var date: CivilDate
  /// Records of every kind whose fix is of that day.
  var recordCount = 0
  /// Straight from each position to the next, those known to 200 m; a step counts on the day it ends.
  var distanceMeters = 0.0
  /// Nil on a day on which no record knows a home, and none before it did.
  var timeAway: TimeSpan?
  var timeOutdoors: TimeSpan?
}

/// Sums up local days, one after the other.
///
/// Who is away at midnight is still away on the new day, until a record at home. Outdoors is a matter of
/// one day: it opens at a record outdoors and closes at the next that is not, or at midnight.
struct DaySummaries {
  private static let accuracyMaxMeters = 200.0

  private let outdoorsAccuracyMeters: Double
  private var days: LocalDays
  private var day: DaySummary?
  /// Up to here time is credited.
  private var credited = Instant.distantPast
  private var isAway: Bool?
  private var isOutdoors = false
  private var place: Coordinate?

  init(calendar: LocalCalendar, outdoorsAccuracyMeters: Double = Outdoors.accuracyMeters) {
    days = LocalDays(calendar)
    self.outdoorsAccuracyMeters = outdoorsAccuracyMeters
  }

  /// The days that are over. Records have to come in the order of their fixes.
  mutating func add(_ record: Record) -> [DaySummary] {
    let finished = advance(to: record.location.timestamp)
    day?.recordCount += 1
    if record.isLocation { take(record) }
    return finished
  }

  /// The last day, up to its last record: what comes after nobody knows.
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
