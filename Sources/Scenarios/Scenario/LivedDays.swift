import Timekeeping
import World

/// The days of a scenario as the person lives them.
///
/// A lived day begins at the clock time of the scenario's start, not at midnight: a scenario that
/// starts at 06:30 has days from 06:30 to 06:30. Each follows the legs of the weekday on which it
/// begins. A time such as "07:45" means the one within the lived day, so "02:00" there is the next
/// morning's.
struct LivedDays {
  let start: Instant
  let duration: TimeSpan
  let calendar: LocalCalendar
  /// Where the start was written, for messages.
  let node: SourceNode

  var end: Instant { start + duration }

  init(start: Instant, duration: TimeSpan, calendar: LocalCalendar, node: SourceNode) {
    self.start = start
    self.duration = duration
    self.calendar = calendar
    self.node = node
  }

  /// Days of a recording begin at the clock time of its first point.
  init(of trace: Trace, calendar: LocalCalendar, node: SourceNode) {
    let first = trace.points.first?.time ?? Instant(nanoseconds: 0)
    let last = trace.points.last?.time ?? first
    self.init(start: first, duration: last - first, calendar: calendar, node: node)
  }

  struct LivedDay {
    var start: Instant
    var end: Instant
    var date: CivilDate
  }

  /// In order. The last one may be cut short by the end of the scenario, which its `end` does not
  /// show.
  func days() throws(InputError) -> [LivedDay] {
    let (firstDate, time) = calendar.fields(of: start)
    var days: [LivedDay] = []
    var dayStart = start
    var date = firstDate
    repeat {
      let nextDate = date.adding(days: 1)
      let next = try node.instant(nextDate, time, in: calendar)
      // Part of a second in the start is the same in every day.
      let dayEnd = next + (start - Instant(nanoseconds: start.wholeSeconds * 1_000_000_000))
      days.append(LivedDay(start: dayStart, end: dayEnd, date: date))
      dayStart = dayEnd
      date = nextDate
    } while dayStart < end
    return days
  }

  /// The instant of a time written for that day.
  func instant(_ moment: Moment, on day: LivedDay, _ node: SourceNode) throws(InputError) -> Instant
  {
    switch moment {
    case .absolute(let instant): return instant
    case .local(let date, let time): return try node.instant(date, time, in: calendar)
    case .timeOfDay(let time):
      let startTime = calendar.fields(of: day.start).time
      let date = time >= startTime ? day.date : day.date.adding(days: 1)
      return try node.instant(date, time, in: calendar)
    }
  }

  /// Every instant that a time of the whole scenario means: each day's, or one.
  func instants(of moment: Moment, _ node: SourceNode) throws(InputError) -> [Instant] {
    guard case .timeOfDay = moment else {
      guard let first = try days().first else { return [] }
      let instant = try instant(moment, on: first, node)
      guard instant >= start, instant <= end else {
        throw InputError(
          node.location, "'\(node.name)' is \(node.kindFound), outside the scenario",
          accepted: "from \(text(start)) to \(text(end))")
      }
      return [instant]
    }
    var instants: [Instant] = []
    for day in try days() { instants.append(try instant(moment, on: day, node)) }
    let within = instants.filter { $0 >= start && $0 <= end }
    guard !within.isEmpty else {
      throw InputError(
        node.location, "'\(node.name)' is \(node.kindFound), outside the scenario",
        accepted: "from \(text(start)) to \(text(end))")
    }
    return within
  }

  /// Local time as a scenario would write it.
  private func text(_ instant: Instant) -> String {
    let (date, time) = calendar.fields(of: instant)
    return "\(date)T\(time)"
  }
}
