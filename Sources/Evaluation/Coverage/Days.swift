import Timekeeping

/// The measures of local days and hours: `hoursCovered`, `validDayYield` and `judgedShareByHour`.
///
/// A participant-day is a local day for which at least the share `judgedDayShareMin` was judged.
///
///     hoursCovered = mean over participant-days of the local hours with at least one record
///     validDayYield = participant-days with at least `validDayHoursMin` such hours
///                     ÷ participant-days
///     judgedShareByHour = judged ÷ simulated time of the epochs that begin in that local hour
struct Days {
  private struct Day {
    var date: CivilDate
    var length: Int64
    var hours: UInt32
    var judged: Int64 = 0
    var coveredHours: UInt32 = 0
  }

  private let options: EvaluationOptions
  private var days: [Day] = []
  private var judgedByHour = [Int64](repeating: 0, count: 24)
  private var simulatedByHour = [Int64](repeating: 0, count: 24)

  init(options: EvaluationOptions) { self.options = options }

  mutating func add(judged: Int64, simulated: Int64, on day: LocalDay, hour: Int) {
    judgedByHour[hour] += judged
    simulatedByHour[hour] += simulated
    days[index(of: day)].judged += judged
  }

  mutating func addRecord(on day: LocalDay, hour: Int) {
    days[index(of: day)].coveredHours |= 1 << UInt32(hour)
  }

  /// Returns the index of a day, and inserts the day if it is new. Most calls come in the order of
  /// days. But the records of a segment are added after the truth of the whole segment, so a call
  /// may go back to an earlier day.
  private mutating func index(of day: LocalDay) -> Int {
    if let index = days.lastIndex(where: { $0.date <= day.date }), days[index].date == day.date {
      return index
    }
    let index = (days.lastIndex { $0.date < day.date } ?? -1) + 1
    days.insert(
      Day(date: day.date, length: day.interval.nanoseconds, hours: day.hours), at: index)
    return index
  }

  var covered: [CoveredDay] {
    days.map { day in
      CoveredDay(
        date: day.date, judgedShare: share(day.judged, of: day.length) ?? 0,
        hours: day.hours, coveredHours: day.coveredHours)
    }
  }

  func report(into coverage: inout CoverageReport) {
    let taken = days.filter {
      Double($0.judged) >= options.judgedDayShareMin * Double($0.length)
    }
    let valid = taken.filter { $0.coveredHours.nonzeroBitCount >= options.validDayHoursMin }
    let hours = taken.reduce(0) { $0 + $1.coveredHours.nonzeroBitCount }
    coverage.hoursCovered = share(hours, of: taken.count)
    coverage.validDayYield = share(valid.count, of: taken.count)
    coverage.judgedShareByHour = zip(judgedByHour, simulatedByHour).map { share($0, of: $1) }
  }
}

/// A local day of which some time was simulated. Studies with a valid-day rule of their own use it.
package struct CoveredDay: Sendable {
  package var date: CivilDate
  /// The judged share of the whole day, from midnight to midnight.
  package var judgedShare: Double
  /// A bit for each hour that the day's clocks show. On a day on which they go forward, one lacks.
  package var hours: UInt32
  /// A bit for each local hour with a record. The lowest bit stands for the hour after midnight.
  package var coveredHours: UInt32
}

/// A local day with its start, its end and its offset from UTC. These values are stored, since
/// asking a time zone takes more time than all other work on an epoch.
struct LocalDay {
  let date: CivilDate
  let daysSince1970: Int64
  let isoWeekday: Int
  let interval: Interval
  /// The day's offset from UTC; nil on a day on which the clocks change.
  private let offset: TimeSpan?
  private let calendar: LocalCalendar

  init(of time: Instant, in calendar: LocalCalendar) {
    self.calendar = calendar
    date = calendar.date(of: time)
    daysSince1970 = date.daysSince1970
    isoWeekday = date.isoWeekday
    interval = Interval(calendar.startOfDay(date), calendar.startOfNextDay(after: time))
    let first = calendar.offset(at: interval.start)
    offset = first == calendar.offset(at: interval.end) ? first : nil
  }

  func contains(_ time: Instant) -> Bool { interval.start <= time && time < interval.end }

  /// A bit for each hour that the clocks show on the day.
  var hours: UInt32 {
    guard offset == nil else { return 0xFF_FFFF }
    var hours: UInt32 = 0
    var time = interval.start
    while time < interval.end {
      hours |= 1 << UInt32(timeOfDay(at: time).hour)
      time += .minutes(30)
    }
    return hours
  }

  func timeOfDay(at time: Instant) -> TimeOfDay {
    guard let offset else { return calendar.fields(of: time).time }
    let second = Int((time + offset).wholeSeconds - daysSince1970 * 86400)
    return TimeOfDay(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
  }
}
