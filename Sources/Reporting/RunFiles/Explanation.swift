import SimulatedPhone
import Timekeeping

/// `explain.txt`: who did what and why, one line an event, by the clock that the person lives by then.
///
///     2026-03-02 12:00:00  person    force-quits the app  [scenario]
///
/// The last part is the fact that the phone's model rests on, or the behavior of the app. Where the clocks
/// jump, a line says by which they go on.
struct Explanation {
  private var lines: LineWriter
  private let clocks: LivedCalendar
  private var offset: TimeSpan?

  init(path: String, clocks: LivedCalendar) throws {
    lines = try LineWriter(path: path)
    self.clocks = clocks
  }

  mutating func add(_ note: PhoneNote) throws {
    let calendar = clocks.calendar(at: note.instant)
    let offset = calendar.offset(at: note.instant)
    if let old = self.offset, old != offset {
      let hours = FigureText.duration(abs((offset - old).seconds))
      try add(
        "system", "the clocks are \(hours) \(offset > old ? "on" : "back"): \(calendar.identifier)",
        reason: "scenario", at: note.instant, calendar)
    }
    self.offset = offset
    try add(name(of: note.actor), note.text, reason: note.reason, at: note.instant, calendar)
  }

  private mutating func add(
    _ actor: String, _ text: String, reason: String, at instant: Instant, _ calendar: LocalCalendar
  ) throws {
    lines.add(text: calendar.dateAndClockWithSeconds(instant) + "  ")
    lines.add(text: padded(actor, to: 8))
    lines.add(text: "  " + text.replacing("\n", with: " "))
    if !reason.isEmpty { lines.add(text: "  [\(reason)]") }
    try lines.endLine()
  }

  mutating func finish() throws { try lines.finish() }

  private func name(of actor: PhoneNote.Actor) -> String {
    switch actor {
    case .person: "person"
    case .hardware: "hardware"
    case .operatingSystem: "system"
    case .app: "app"
    case .server: "server"
    }
  }
}
