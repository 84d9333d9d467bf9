import Timekeeping

/// The horizontal axis of a drawing over time, with ticks at full local hours or at midnights.
struct TimeAxis {
  let start: Instant
  let end: Instant
  let from: Double
  let to: Double
  private let calendar: LocalCalendar

  /// The distances of ticks that people read easily, in hours.
  private static let steps = [1, 2, 3, 6, 12, 24, 48, 168, 720, 2160]
  private static let longestStep = 8760
  private static let ticksMax = 12.0
  private static let labelWidth = 42.0

  /// Makes an axis; nil if the time has no length.
  init?(
    _ start: Instant, _ end: Instant, from: Double, to: Double, calendar: LocalCalendar
  ) {
    guard start < end else { return nil }
    self.start = start
    self.end = end
    self.from = from
    self.to = to
    self.calendar = calendar
  }

  /// Returns the place of a time, which is moved to the nearer end if it is beyond the axis.
  func callAsFunction(_ time: Instant) -> Double {
    let share = (min(max(time, start), end) - start).seconds / (end - start).seconds
    return Drawing.rounded(from + share * (to - from))
  }

  private struct Tick {
    var time: Instant
    var text: String
  }

  private var ticks: [Tick] {
    let hours = (end - start).seconds / 3600
    let step = Self.steps.first { hours / Double($0) <= Self.ticksMax } ?? Self.longestStep
    var ticks: [Tick] = []
    var date = calendar.date(of: start)
    while calendar.startOfDay(date) <= end {
      for hour in stride(from: 0, to: 24, by: min(step, 24)) {
        guard let time = time(date, hour), (start...end).contains(time) else { continue }
        ticks.append(Tick(time: time, text: text(time, step)))
      }
      date = date.adding(days: max(1, step / 24))
    }
    return ticks
  }

  /// Returns the instant of a local hour; nil if the clocks skip it or show it twice.
  private func time(_ date: CivilDate, _ hour: Int) -> Instant? {
    hour == 0
      ? calendar.startOfDay(date)
      : try? calendar.instant(date, TimeOfDay(hour: hour, minute: 0, second: 0))
  }

  private func text(_ time: Instant, _ step: Int) -> String {
    let (date, clock) = calendar.fields(of: time)
    let isMidnight = clock.hour == 0 && clock.minute == 0
    return step >= 24 || isMidnight
      ? String("\(date)".dropFirst(step >= 8760 ? 0 : 5)) : String("\(clock)".prefix(5))
  }

  /// Draws a vertical line and a label for each tick.
  func draw(to bottom: Double, in drawing: inout Drawing) {
    var labeled = -Double.infinity
    for tick in ticks {
      let x = self(tick.time)
      drawing.lines.append(.init(style: "tick", x1: x, y1: 0, x2: x, y2: bottom))
      guard x - labeled >= Self.labelWidth else { continue }
      labeled = x
      let style = x > to - 20 ? "end" : x < from + 20 ? "start" : "middle"
      drawing.text(tick.text, x, bottom + 15, style + " label")
    }
  }
}
