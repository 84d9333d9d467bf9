import Foundation
import Geodesy
import Text
import Timekeeping
import World

extension ScenarioDraft {
  /// The scenario in YAML, with a comment at the top that says what was found.
  ///
  /// - Parameters:
  ///   - isZoneGuessed: true where no time zone was given for the recording.
  ///   - trackers: presets to run.
  package func yaml(isZoneGuessed: Bool, trackers: [String]) -> String {
    let sections = [
      header(isZoneGuessed: isZoneGuessed), setting, placeLines, dayLines,
      ["person:", "  - { habit: nightly-charging }"],
      ["trackers:"] + trackers.map { "  - \($0)" },
    ]
    return sections.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  // MARK: What was found

  private func header(isZoneGuessed: Bool) -> [String] {
    var lines = [
      "Drafted from \(name): \(local(start)) to \(local(end)), \(Text.distance(recordedMeters)).",
      found,
      "",
      "Stays are at least 10 min within 100 m, or rests of 3 min on the way. Ways are drawn to within"
        + " 12 m. Speeds and 'until:' are the recording's; a '± 10 min' behind a time lets it vary.",
      "Where the recording does not name the mode it is a guess from speed: on foot up to 8 km/h,"
        + " running to 14, cycling to 25, faster by car, beyond 160 km/h on the ground by train.",
      "The recording does not tell whether a place is indoors, its Wi-Fi, and how the phone was"
        + " carried and charged: what stands here is a guess, to be mended.",
    ]
    if unknownSeconds > 0 {
      lines.append(
        "\(TimeSpan.seconds(unknownSeconds.rounded())) were not recorded; what is marked so is a"
          + " guess.")
    }
    if let recordingEnd {
      lines.append(
        "The recording goes on to \(local(recordingEnd)). Seven days were taken; --from-time takes"
          + " later ones.")
    }
    lines.append(
      isZoneGuessed
        ? "Times are by \(calendar.identifier), guessed from where it begins; --time-zone sets it."
        : "Times are by \(calendar.identifier).")
    return lines.flatMap { $0.isEmpty ? [""] : wrapped($0, width: 96) }
      .map { $0.isEmpty ? "#" : "# \($0)" }
  }

  private var found: String {
    let legs = days.flatMap { $0 }
    let stays = legs.filter { if case .stay = $0.action { true } else { false } }
    let modes = MotionMode.allCases.compactMap { mode -> String? in
      let meters = legs.reduce(0.0) { sum, leg in
        guard case .move(mode, _, _, let meters) = leg.action else { return sum }
        return sum + meters
      }
      return meters > 0 ? "\(mode.verb) \(Text.distance(meters))" : nil
    }
    return
      "Found: \(counted(places.all.count, "place")), \(stays.count) stays; "
      + (modes.isEmpty ? "no way" : modes.joined(separator: ", ")) + "."
  }

  private func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + 1 + word.count <= width {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  // MARK: Sections

  private var setting: [String] {
    [
      "odograph: 1", "name: \(quoted(name))", "start: \(clockTime(start, withDate: true))",
      "timeZone: \(calendar.identifier)", "duration: \(duration)",
      "phone: { profile: iphone-13, system: ios-17, battery: 100 %, carried: pocket }",
      "permissions: { location: always, accuracy: full, motion: granted, notifications: granted }",
      "world: { area: urban }",
    ]
  }

  private var duration: String {
    let seconds = Int((end - start).seconds.rounded())
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  private var placeLines: [String] {
    places.all.isEmpty
      ? []
      : ["places:"]
        + places.all.map {
          "  \(quoted($0.name)): { at: \(text($0.coordinate)), radius: 50 m, indoors: true }"
        }
  }

  private var dayLines: [String] {
    guard days.count > 1 else { return ["day:"] + legLines(days[0], on: 0, indent: "  ") }
    let (date, _) = calendar.fields(of: start)
    return ["week:"]
      + days.indices.flatMap { day -> [String] in
        let name = ScenarioDraft.weekdays[date.adding(days: day).isoWeekday - 1]
        let lines = legLines(days[day], on: day, indent: "    ")
        return lines.isEmpty ? [] : ["  \(name):"] + lines
      }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private func legLines(_ legs: [Leg], on day: Int, indent: String) -> [String] {
    legs.enumerated().flatMap { index, leg in
      lines(of: leg, isLast: index == legs.count - 1, onLastDay: day == days.count - 1)
        .map { indent + $0 }
    }
  }

  private func lines(of leg: Leg, isLast: Bool, onLastDay: Bool) -> [String] {
    let mark = leg.isKnown ? "" : "  # not recorded"
    switch leg.action {
    case .jump(let target): return ["- jump: \(text(target))"]
    case .stay(let target):
      return ["- stay: \(text(target))\(mark)"] + (isLast ? [] : ["  until: \(clockTime(leg.end))"])
    case .move(let mode, let target, let via, let meters):
      let seconds = (leg.end - leg.start).seconds
      let note = "  # \(Text.distance(meters))\(leg.isKnown ? "" : ", not recorded")"
      var lines = ["- \(mode.verb): \(text(target))\(note)"]
      lines += via.isEmpty ? [] : viaLines(via)
      let speed = meters / seconds
      // Who takes an hour for a few streets, unseen, has been somewhere first.
      if speed >= (leg.isKnown ? 0.1 : 0.7) {
        lines.append("  speed: \(String(format: "%.2f", speed)) m/s")
      }
      if let area = mode.area(atMetersPerSecond: speed) {
        lines.append("  area: \(area.rawValue)")
      }
      // The end of a lived day has the clock time of its start; a second before it is this day's.
      let isCut = isLast && !onLastDay
      lines.append("  until: \(clockTime(isCut ? leg.end - .seconds(1 as Int64) : leg.end))")
      return lines
    }
  }

  private func viaLines(_ via: [Coordinate]) -> [String] {
    let pairs = via.map(text)
    guard pairs.count > 3 else { return ["  via: [\(pairs.joined(separator: ", "))]"] }
    return ["  via: ["]
      + stride(from: 0, to: pairs.count, by: 4).map { row in
        let end = min(row + 4, pairs.count)
        return "    " + pairs[row..<end].joined(separator: ", ") + (end < pairs.count ? "," : "]")
      }
  }

  // MARK: Words

  private func text(_ target: Target) -> String {
    switch target {
    case .place(let index): quoted(places.all[index].name)
    case .coordinate(let coordinate): text(coordinate)
    }
  }

  private func text(_ coordinate: Coordinate) -> String {
    String(format: "[%.5f, %.5f]", coordinate.latitude, coordinate.longitude)
  }

  /// Plain where YAML can take it for nothing else.
  private func quoted(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      && !["yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
    return isPlain ? text : Escaping.json(text)
  }

  private func local(_ instant: Instant) -> String { calendar.dateAndClock(instant) }

  /// "07:45", or with seconds and date where they are needed. A time that the clocks show twice has
  /// its date and its offset.
  private func clockTime(_ instant: Instant, withDate: Bool = false) -> String {
    let (date, time) = calendar.fields(of: instant)
    guard (try? calendar.instant(date, time)) != nil else {
      let minutes = Int(calendar.offset(at: instant).seconds / 60)
      let offset = TimeOfDay(hour: abs(minutes) / 60, minute: abs(minutes) % 60)
      return "\(date)T\(time)\(minutes < 0 ? "-" : "+")\(offset)"
    }
    return withDate ? "\(date)T\(time)" : "\(time)"
  }
}

extension MotionMode {
  /// Where nobody drives that fast from light to light in a town; nil where it may be one.
  fileprivate func area(atMetersPerSecond speed: Double) -> AreaClass? {
    switch self {
    case .still, .walking, .running, .cycling, .flying: nil
    case .automotive: speed > 18 ? .rural : speed > 12 ? .suburban : nil
    case .train: speed > 25 ? .rural : speed > 15 ? .suburban : nil
    }
  }
}
