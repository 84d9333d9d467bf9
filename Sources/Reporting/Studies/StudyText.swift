import Campaigns
import Experiments
import Statistics
import Text
import Timekeeping

/// The sentences on a study that its forms (terminal, Markdown) share.
struct StudyText {
  let study: Study

  var start: String { localTime(study.start, zone: study.timeZone) }

  var length: String { counted(study.days, "day") }

  /// A sentence on the number of participants so far, for a study that is not complete.
  var part: String {
    let these = FigureText.count(Double(study.participants))
    let planned = people(study.participantsPlanned)
    guard let leftOut = study.participantsLeftOut else {
      return "Interrupted: these are the first \(these) of \(planned)."
    }
    return "Incomplete: these are \(these) of \(planned), without numbers \(leftOut)."
  }

  /// The rule for a valid day in words, such as "records in at least 10 of the hours from 07:00 to
  /// 23:00".
  var validDayRule: String {
    let rule = study.validDay
    let hours =
      "records in at least \(rule.hours) of the hours from \(TimeOfDay(hour: rule.fromHour, minute: 0)) to "
      + "\(TimeOfDay(hour: rule.untilHour, minute: 0))"
    guard rule.bridgedHours > 1 else { return hours }
    return hours
      + " (hours between two with records at most \(rule.bridgedHours) h apart count too)"
  }

  var usableRule: String {
    "at least " + counted(study.usable.validDays, "valid day")
  }

  /// Returns a count such as "1 participant" or "1,200 participants".
  func people(_ count: Int) -> String { FigureText.counted(count, "participant") }

  /// Returns the title of a drawn value, such as "distance from home to office" for
  /// `homeTo.office`, or "force-quits the app, times a day" for `person.4.forceQuits.timesPerDay`.
  func title(drawn name: String) -> String {
    let parts = name.split(separator: ".").map(String.init)
    switch (parts.first, parts.count) {
    case ("homeTo", 2): return "distance from home to " + parts[1]
    case ("phone", 2...):
      guard parts[1] != "model" else {
        return "the phone's " + parts.dropFirst(2).map(Self.words).joined(separator: ", ")
      }
      return [
        "profile": "model of phone", "system": "its system", "battery": "charge at the start",
      ][
        parts[1]] ?? "phone, " + parts.dropFirst().map(Self.words).joined(separator: ", ")
    case ("permissions", 2): return "permission for " + Self.words(parts[1])
    case ("world", 2): return Self.words(parts[1])
    case ("person", 3...):
      let act = Self.acts[parts[2]] ?? Self.words(parts[2])
      return ([act] + parts.dropFirst(3).map(Self.detail)).joined(separator: ", ")
    default: return parts.map(Self.words).joined(separator: ", ")
    }
  }

  private static let acts = [
    "opens": "opens the app", "forceQuits": "force-quits the app", "reboots": "reboots the phone",
    "forgets": "forgets the phone", "switches": "switches a setting",
  ]

  /// Returns the words for a key inside an act, such as "times a day" for `timesPerDay`.
  private static func detail(_ key: String) -> String {
    ["timesPerDay": "times a day", "at": "time", "for": "length", "share": "at all"][key]
      ?? words(key)
  }

  /// Returns "force quits" for "forceQuits", and "phone use" for "phone-use".
  private static func words(_ key: String) -> String {
    key.reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text += character == "-" ? " " : character.lowercased()
    }
  }

  /// Returns a mean with its interval, such as "51.2 % (95 % CI 48.0 % to 54.1 %)". If both ends of
  /// the interval have the same text, returns only the mean.
  func mean(_ distribution: Distribution?, _ text: (Double) -> String) -> String {
    guard let distribution else { return FigureText.none }
    guard let interval = distribution.interval else { return text(distribution.mean) }
    let ends = range(interval, text)
    guard ends != text(distribution.mean) else { return ends }
    return "\(text(distribution.mean)) (95 % CI \(ends))"
  }

  func range(_ interval: ConfidenceInterval, _ text: (Double) -> String) -> String {
    Text.interval(text(interval.low), text(interval.high))
  }

  /// Returns a sentence with the number of participants to recruit, or with the reason why there is
  /// no number.
  func recruitment(_ findings: StudyFindings) -> String {
    let wish = findings.recruitment
    let aim =
      "To have \(FigureText.count(Double(wish.usable))) usable with "
      + "\(FigureText.shortest(wish.certainty * 100)) % certainty"
    guard findings.usable.count > 0 else {
      return "\(aim), no number can be told: no simulated participant was usable."
    }
    guard let recruits = wish.recruits else {
      return
        "\(aim), more than \(FigureText.count(Double(Recruitment.recruitsMax))) would be needed."
    }
    let low = wish.low.map { FigureText.count(Double($0)) } ?? FigureText.none
    let high = wish.high.map { FigureText.count(Double($0)) } ?? "any number"
    return "\(aim), recruit \(FigureText.count(Double(recruits))) (\(low) to \(high))."
  }

  /// Returns a small bar chart of the missing share over time, such as "▂▁▅█ 87 to 96 %".
  ///
  /// Each time slot has one block. The lowest block stands for the lowest share of all slots, and
  /// the full block for the highest. The text after the blocks gives these two shares.
  func course(_ slots: [StudyFindings.Slot]) -> String {
    let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let means = slots.compactMap(\.mean)
    guard let low = means.min(), let high = means.max() else { return FigureText.none }
    let line = slots.map { slot in
      guard let mean = slot.mean else { return "·" }
      let share = high > low ? (mean - low) / (high - low) : 0
      return blocks[min(7, Int(share * 8))]
    }.joined()
    let ends = [low, high].map { FigureText.decimal($0 * 100, 0) }
    return "\(line) " + interval(ends[0], ends[1]) + " %"
  }
}

extension MobilityMeasure {
  var title: String {
    switch self {
    case .timeAwayHoursPerDay: "time away, h/day"
    case .timeAwayHoursPerDayByApp: "time away by the app, h/day"
    case .timeAtHomeHoursPerDay: "time at home, h/day"
    case .tripsPerDay: "trips a day"
    case .placeCount: "places"
    case .distanceMetersPerDay: "distance, km/day"
    case .radiusOfGyrationMeters: "radius of gyration, km"
    case .maxDistanceFromHomeMeters: "farthest from home, km"
    case .entropy: "entropy, nat"
    }
  }

  /// Returns a value as text, in the unit that the measure's title names.
  func text(_ value: Double) -> String {
    let decimals = self == .entropy || inKilometers ? 2 : 1
    return FigureText.decimal(inKilometers ? value / 1000 : value, decimals)
  }

  private var inKilometers: Bool {
    switch self {
    case .distanceMetersPerDay, .radiusOfGyrationMeters, .maxDistanceFromHomeMeters: true
    default: false
    }
  }
}
