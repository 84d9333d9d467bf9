import Foundation
import Geodesy
import Text
import Timekeeping
import World

extension ScenarioDraft {
  /// Returns the drafted scenario in YAML, with a comment at the top about the recording.
  ///
  /// - Parameters:
  ///   - isZoneGuessed: true if the user gave no time zone for the recording.
  ///   - trackers: the presets to run.
  package func yaml(isZoneGuessed: Bool, trackers: [String]) -> String {
    let sections = [
      header(isZoneGuessed: isZoneGuessed), setting, placeLines, dayLines,
      ["person:", "  - { habit: nightly-charging }"],
      ["trackers:"] + trackers.map { "  - \($0)" },
    ]
    return sections.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  // MARK: Header

  private func header(isZoneGuessed: Bool) -> [String] {
    var lines = [
      "Drafted from \(name): \(local(start)) to \(local(end)), \(Text.distance(recordedMeters)).",
      found,
      "",
      "A stay is at least 10 min within 100 m, or a rest of 3 min on the way. Routes are accurate"
        + " to 12 m. Speeds and 'until:' are the recording's; add '± 10 min' to vary a time.",
      "If the recording does not name the mode, it is guessed from speed: on foot up to 8 km/h,"
        + " running to 14, cycling to 25, faster by car, beyond 160 km/h on the ground by train.",
      "The recording does not contain whether a place is indoors, its Wi-Fi, and how the phone was"
        + " carried and charged: these are guesses. Correct them where you know better.",
    ]
    if unknownSeconds > 0 {
      lines.append(
        "\(TimeSpan.seconds(unknownSeconds.rounded())) were not recorded; legs marked 'not"
          + " recorded' are guesses.")
    }
    if let recordingEnd {
      lines.append(
        "The recording goes on to \(local(recordingEnd)). This draft has seven days of it; pass"
          + " --from-time for later ones.")
    }
    lines.append(
      isZoneGuessed
        ? "Times are in \(calendar.identifier), guessed from the first position; --time-zone sets it."
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
      "Found: \(counted(places.all.count, "place")), \(counted(stays.count, "stay")); "
      + (modes.isEmpty ? "no trips" : modes.joined(separator: ", ")) + "."
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
      // A person who takes an hour for a few streets in an unrecorded time has stayed somewhere
      // first.
      if speed >= (leg.isKnown ? 0.1 : 0.7) {
        lines.append("  speed: \(String(format: "%.2f", speed)) m/s")
      }
      if let area = mode.area(atMetersPerSecond: speed) {
        lines.append("  area: \(area.rawValue)")
      }
      // A day ends at the local time of its start, so the leg ends a second before, still in this
      // day.
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

  /// Returns the text without quotes if YAML can only read it as text. Otherwise returns it in
  /// quotes.
  private func quoted(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      && !["yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
    return isPlain ? text : Escaping.json(text)
  }

  private func local(_ instant: Instant) -> String { calendar.dateAndClock(instant) }

  /// Returns a local time such as "07:45", with seconds if needed and with the date if asked for.
  /// If clocks show the time twice that day, the text has the date and the UTC offset.
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
  /// Returns the kind of area in which this mode of motion reaches the speed, such as `.rural`. Nil
  /// if the speed is possible in a town too.
  fileprivate func area(atMetersPerSecond speed: Double) -> AreaClass? {
    switch self {
    case .still, .walking, .running, .cycling, .flying: nil
    case .automotive: speed > 18 ? .rural : speed > 12 ? .suburban : nil
    case .train: speed > 25 ? .rural : speed > 15 ? .suburban : nil
    }
  }
}
