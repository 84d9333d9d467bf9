import RunViews
import SimulatedPhone
import Timekeeping

/// `explain.txt`: the actor, the action and the reason of each event, one event per line, in the
/// person's local time.
///
///     2026-03-02 12:00:00  person    force-quits the app  [scenario]
///
/// The brackets contain the reason: the ID of a rule in FACTS.md, a behavior of the app, or
/// `scenario`. Where the UTC offset changes, a line names the change and the new time zone.
struct Explanation {
  private let lines: LineWriter
  private let clocks: TravelCalendar
  private var offset: TimeSpan?

  init(path: String, clocks: TravelCalendar) {
    lines = LineWriter(path: path)
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
