import Documents
import Text
import Timekeeping
import World

/// The days of a scenario, as its person goes through them.
///
/// A day begins at the clock time of the scenario's start, not at midnight: a scenario that starts
/// at 06:30 has days from 06:30 to 06:30. Each day follows the legs of the weekday on which it
/// begins. A time such as "07:45" is the time within that day, so "02:00" is on the next morning.
///
/// If the person travels into another time zone, that zone's local time applies from the arrival
/// on. Such a day may be longer or shorter than 24 hours. Some times of day then occur twice or not
/// at all on that day. Such a time in the file is an error.
struct ScenarioDays {
  let start: Instant
  private(set) var duration: TimeSpan
  /// The time zones that apply over time on an ordinary day, without random delays.
  var clocks: TravelCalendar
  /// The days in order; nil before the legs have been read.
  ///
  /// The scenario may end before the last day's `end`.
  private(set) var completed: [ScenarioDay]?
  /// The YAML node of the scenario's start, for messages.
  let node: SourceNode

  var end: Instant { start + duration }
  var calendar: LocalCalendar { clocks.first }

  init(start: Instant, duration: TimeSpan, calendar: LocalCalendar, node: SourceNode) {
    self.start = start
    self.duration = duration
    clocks = TravelCalendar(calendar)
    self.node = node
  }

  /// Makes the days of a recording. Each day begins at the clock time of the recording's first
  /// point.
  init(of trace: Trace, calendar: LocalCalendar, node: SourceNode) {
    let first = trace.points.first?.time ?? Instant(nanoseconds: 0)
    let last = trace.points.last?.time ?? first
    self.init(start: first, duration: last - first, calendar: calendar, node: node)
  }

  /// Stores the days. If the scenario's duration is written in days, such as "3 d", the scenario
  /// then ends with the last day, even if a day is not 24 hours long.
  mutating func take(_ completed: [ScenarioDay], isLengthInDays: Bool) {
    self.completed = completed
    if isLengthInDays, let last = completed.last { duration = last.end - start }
  }

  struct ScenarioDay {
    var start: Instant
    var end: Instant
    var date: CivilDate
  }

  func days() throws(InputError) -> [ScenarioDay] {
    if let completed { return completed }
    var days: [ScenarioDay] = []
    var day = try firstDay()
    repeat {
      days.append(day)
      day = try self.day(after: day, in: calendar)
    } while day.start < end
    return days
  }

  func firstDay() throws(InputError) -> ScenarioDay {
    let date = calendar.date(of: start)
    return ScenarioDay(start: start, end: try dayStart(date.adding(days: 1), calendar), date: date)
  }

  func day(after day: ScenarioDay, in calendar: LocalCalendar) throws(InputError) -> ScenarioDay {
    let date = day.date.adding(days: 1)
    return ScenarioDay(
      start: try dayStart(date, calendar), end: try dayStart(date.adding(days: 1), calendar),
      date: date)
  }

  /// Returns the instant at which the day on a date starts.
  ///
  /// If the scenario's start contains a fraction of a second, every day starts with that fraction.
  private func dayStart(
    _ date: CivilDate, _ calendar: LocalCalendar
  ) throws(InputError) -> Instant {
    try node.instant(date, startTime, in: calendar)
      + (start - start.atWholeSecond)
  }

  private var startTime: TimeOfDay { calendar.fields(of: start).time }
}

// MARK: - Times

extension ScenarioDays {
  /// Returns the instant of a time of day within one day. The time zone is that of the person's
  /// place at that time.
  func instant(
    _ moment: Moment, on day: ScenarioDay, in calendar: LocalCalendar, after lastTime: Instant,
    _ node: SourceNode
  ) throws(InputError) -> Instant {
    switch moment {
    case .absolute(let instant): return instant
    case .local(let date, let time): return try node.instant(date, time, in: calendar)
    case .timeOfDay(let time):
      guard calendar == self.calendar else {
        // In another time zone than the scenario's, the time is the next such time.
        var date = calendar.date(of: lastTime)
        if time <= calendar.fields(of: lastTime).time { date = date.adding(days: 1) }
        return try node.instant(date, time, in: calendar)
      }
      let date = time >= startTime ? day.date : day.date.adding(days: 1)
      return try node.instant(date, time, in: calendar)
    }
  }

  /// Returns every instant of a written time: one instant per day for a time of day, or one instant
  /// for a time with a date.
  func instants(of moment: Moment, _ node: SourceNode) throws(InputError) -> [Instant] {
    var instants: [Instant] = []
    switch moment {
    case .absolute(let instant): instants = [instant]
    case .local(let date, let time):
      instants = [try theOne(of: clocks.instants(date, time), time, on: date, node)]
    case .timeOfDay(let time):
      for day in try days() { instants.append(try instant(time, on: day, node)) }
    }
    let within = instants.filter { $0 >= start && $0 <= end }
    guard !within.isEmpty else {
      throw InputError(
        node.location, "'\(node.name)' is \(node.kindFound), outside the scenario",
        accepted: "from \(text(start)) to \(text(end))")
    }
    return within
  }

  /// Returns the local time of an instant. The result is nil if the person stays in one time zone,
  /// or if `moment` has a UTC offset.
  func clockTime(of instant: Instant, _ moment: Moment) -> ClockTime? {
    if case .absolute = moment { return nil }
    guard !clocks.isOneZone else { return nil }
    let (date, time) = clocks.fields(of: instant)
    return ClockTime(date: date, time: time)
  }

  private func instant(
    _ time: TimeOfDay, on day: ScenarioDay, _ node: SourceNode
  ) throws(InputError) -> Instant {
    if clocks.isOneZone {
      let date = time >= startTime ? day.date : day.date.adding(days: 1)
      return try node.instant(date, time, in: calendar)
    }
    let dates = [-1, 0, 1, 2].map { day.date.adding(days: $0) }
    let found = dates.flatMap { clocks.instants($0, time) }.filter {
      $0 >= day.start && $0 < day.end
    }
    return try theOne(of: found, time, on: day.date, node)
  }

  private func theOne(
    of found: [Instant], _ time: TimeOfDay, on date: CivilDate, _ node: SourceNode
  ) throws(InputError) -> Instant {
    guard !clocks.isOneZone else { return try node.instant(date, time, in: calendar) }
    if found.count == 1 { return found[0] }
    throw node.refused(
      "\(time) " + (found.isEmpty ? "does not occur" : "occurs twice")
        + " in the day of \(date), in which the person changes time zones",
      accepted: "another time, or one with its offset, such as \(date)T\(time)Z")
  }

  /// Returns the local time of an instant in the form that a scenario uses.
  private func text(_ instant: Instant) -> String {
    let (date, time) = clocks.fields(of: instant)
    return "\(date)T\(time)"
  }
}
