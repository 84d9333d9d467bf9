import Timekeeping
import TrackingEngine

/// The actions of keys. Most keys act at once. The key that starts a trip and the key that sets the
/// interval of sending need a second key.
struct KeyDialog: Sendable {
  private enum State { case idle, choosesMode, choosesInterval, helps }

  enum Outcome: Equatable {
    case control(LiveControl)
    /// There is nothing to perform. Only the footer may have changed.
    case nothing
  }

  private var state = State.idle

  private static let modes: [(key: Character, mode: TripMode)] = [
    ("w", .walk), ("r", .run), ("b", .bicycle), ("c", .car), ("x", .taxi), ("u", .bus),
    ("a", .tram), ("t", .train), ("m", .metro), ("g", .gondola), ("o", .monorail), ("l", .sleigh),
    ("p", .plane), ("s", .boat), ("k", .scooter),
  ]

  private static let intervals: [(key: Character, text: String, span: TimeSpan?)] = [
    ("1", "1 s", .seconds(1 as Int64)), ("2", "10 s", .seconds(10 as Int64)),
    ("3", "1 min", .minutes(1)), ("4", "5 min", .minutes(5)), ("5", "30 min", .minutes(30)),
    ("0", "off", nil),
  ]

  mutating func press(_ key: Character, on status: LiveStatus) -> Outcome {
    let letter = Character(key.lowercased())
    switch state {
    case .helps where letter == "?" || letter == "h": state = .idle
    case .idle, .helps: return pressIdle(letter, status)
    case .choosesMode:
      state = .idle
      return Self.modes.first { $0.key == key }.map { .control(.tripStart($0.mode)) } ?? .nothing
    case .choosesInterval:
      state = .idle
      return Self.intervals.first { $0.key == key }.map { .control(.interval($0.span)) }
        ?? .nothing
    }
    return .nothing
  }

  private mutating func pressIdle(_ key: Character, _ status: LiveStatus) -> Outcome {
    state = .idle
    switch key {
    case "s": return .control(.sendNow)
    case "t" where status.trip != nil: return .control(.tripStop)
    case "t": state = .choosesMode
    case "i": state = .choosesInterval
    case "x": return .control(.tracking(isOn: !status.isTracking))
    case "q", "\u{3}", "\u{4}": return .control(.quit)
    case "?", "h": state = .helps
    default: break
    }
    return .nothing
  }

  func footer(for status: LiveStatus) -> [String] {
    switch state {
    case .idle:
      let trip = status.trip == nil ? "t begin trip" : "t end trip"
      let tracking = status.isTracking ? "x tracking off" : "x tracking on"
      return ["s send now   \(trip)   i interval   \(tracking)   ? help   q quit"]
    case .choosesMode:
      return [
        "Trip by: " + Self.modes.map { "\($0.key) \($0.mode.rawValue)" }.joined(separator: "   ")
          + "   any other key: no trip"
      ]
    case .choosesInterval:
      return [
        "Send every: " + Self.intervals.map { "\($0.key) \($0.text)" }.joined(separator: "   ")
          + "   any other key: no change"
      ]
    case .helps: return Self.help
    }
  }

  private static let help = [
    "s  send the waiting records now", "t  begin a trip, or end the current one",
    "i  choose how often to send", "x  switch tracking off, or on again",
    "q  quit; waiting records are kept and sent the next time", "?  hide this",
    "The same from another terminal: odograph live --send WORD, with one of",
    LiveControl.words.joined(separator: ", "),
  ]
}
