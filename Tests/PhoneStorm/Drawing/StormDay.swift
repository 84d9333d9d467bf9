import EventKernel
import Geodesy
import Scenarios

/// The documents of one random day, as a person would write them, and the seed that draws them.
///
/// They contain everything that a scenario offers except recordings: legs, places, the phone, the
/// user's acts, the server's faults, and one tracker with random settings.
package struct StormDay: Sendable {
  package let seed: UInt64
  /// The number of earlier draws of this seed that the readers refused.
  package let attempt: Int
  /// The YAML text of the scenario.
  package let scenario: String
  /// The YAML text of a preset that the scenario names; nil if it names one of the library.
  package let preset: String?

  package init(seed: UInt64, attempt: Int = 0) {
    self.seed = seed
    self.attempt = attempt
    let chance = SeededRandom(seed: seed).stream("storm").stream(attempt)
    let isHasty = StormTracker(chance.stream("tracker"), places: ["home"], file: "").isHasty
    let time = StormTime(chance.stream("time"), isShort: isHasty)
    let course = StormCourse(chance.stream("course"), time: time)
    let tracker = StormTracker(
      chance.stream("tracker"), places: course.visited, file: Self.presetFile(seed))
    preset = tracker.preset
    let parts = [
      ["odograph: 1", "name: Storm \(seed)"], time.lines,
      phoneLines(chance.stream("phone")), carLines(chance.stream("car")),
      permissionLines(chance.stream("permissions")),
      course.lines, actLines(chance.stream("acts"), time: time, visited: course.visited),
      serverLines(chance.stream("server"), time: time), tracker.lines,
    ]
    scenario = parts.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  package static func scenarioFile(_ seed: UInt64) -> String { "storm-\(seed).yaml" }
  package static func presetFile(_ seed: UInt64) -> String { "storm-\(seed)-preset.yaml" }

  /// - Parameter folder: an existing folder.
  package func write(to folder: String) throws -> String {
    if let preset { try write(preset, to: folder + "/" + Self.presetFile(seed)) }
    let path = folder + "/" + Self.scenarioFile(seed)
    try write(scenario, to: path)
    return path
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}

/// The start, length and time zone of a day.
struct StormTime {
  let lines: [String]
  let startMinute: Int
  let minutes: Int
  let days: Int

  /// Time zones with the dates of 2026 on which their clocks change. Lord Howe changes by half an
  /// hour, Troll by two hours, Casablanca for Ramadan; Kathmandu has an offset with a quarter of an
  /// hour, Kiritimati is 14 hours ahead.
  private static let zones: [(name: String, changes: [String])] = [
    ("America/Los_Angeles", ["2026-03-08", "2026-11-01"]),
    ("Europe/Berlin", ["2026-03-29", "2026-10-25"]),
    ("America/St_Johns", ["2026-03-08", "2026-11-01"]),
    ("Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]),
    ("Antarctica/Troll", ["2026-03-29", "2026-10-25"]),
    ("Africa/Casablanca", ["2026-02-15", "2026-03-22"]),
    ("Pacific/Chatham", ["2026-04-05", "2026-09-27"]),
    ("Asia/Kathmandu", []), ("Pacific/Kiritimati", []), ("Pacific/Pago_Pago", []),
  ]

  static let zoneNames = zones.map(\.name)

  /// - Parameter isShort: True for a tracker that acts each millisecond.
  init(_ chance: SeededRandom, isShort: Bool) {
    var dice = Dice(chance)
    let zone = dice.pick(Self.zones)
    var date = "\(dice.pick(["1998", "2024", "2026", "2027"]))-"
    date += ["02-28", "03-02", "06-21", "12-31", "10-17", "01-01"][dice.whole(0...5)]
    if !zone.changes.isEmpty, dice.happens(0.4) { date = dice.pick(zone.changes) }
    startMinute = dice.pick([0, 90, 390, 390, 420, 720, 1320, 1439, dice.whole(0...1439)])
    days = isShort ? 1 : dice.pick([1, 1, 1, 1, 2, 2, 3])
    var length = "\(days) d"
    if isShort {
      minutes = dice.whole(1...15)
      length = "\(minutes) min"
    } else if dice.happens(0.25) {
      minutes = dice.pick([1, 10, dice.whole(60...1439)])
      length = "\(minutes) min"
    } else {
      minutes = days * 1440
    }
    lines = [
      "start: \(date)T\(clock(startMinute))\(dice.happens(0.2) ? ":30" : ":00")",
      "timeZone: \(zone.name)", "duration: \(length)",
    ]
  }

  /// Draws a time of day within the scenario, on any of its days.
  func time(_ dice: inout Dice) -> String {
    clock(startMinute + dice.whole(0...max(0, min(minutes, 1440) - 2)) + 1)
  }

  /// Draws two times in order, at most some minutes apart, and before the start's time of day on
  /// each day.
  func span(_ dice: inout Dice, minutesMax: Int) -> (from: String, until: String) {
    let whole = min(minutes, 1440)
    let from = dice.whole(1...max(1, whole - 3))
    let until = min(max(from + 1, whole - 1), from + dice.whole(1...minutesMax))
    return (clock(startMinute + from), clock(startMinute + until))
  }
}

/// Returns "07:05" from a number of minutes after midnight.
func clock(_ minute: Int) -> String {
  func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
  return two(minute / 60 % 24) + ":" + two(minute % 60)
}
