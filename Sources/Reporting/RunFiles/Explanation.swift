import SimulatedPhone
import Timekeeping

/// `explain.txt`: who did what and why, one line an event, by the person's own clock.
///
///     2026-03-02 12:00:00  person  force-quits the app  [LIFE-4]
///
/// The last part is the fact that the phone's model rests on, or the behaviour of the app.
struct Explanation {
  private var lines: LineWriter
  private let calendar: LocalCalendar

  init(path: String, calendar: LocalCalendar) throws {
    lines = try LineWriter(path: path)
    self.calendar = calendar
  }

  mutating func add(_ note: PhoneNote) throws {
    let (date, time) = calendar.fields(of: note.instant)
    let clock = time.second == 0 ? "\(time):00" : "\(time)"
    lines.add(text: "\(date) \(clock)  ")
    lines.add(text: padded(name(of: note.actor), to: 8))
    lines.add(text: "  " + note.text.replacing("\n", with: " "))
    if !note.reason.isEmpty { lines.add(text: "  [\(note.reason)]") }
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
