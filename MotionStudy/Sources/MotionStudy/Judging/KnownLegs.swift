import Foundation
import MotionSensing
import World

/// The reports of made-up phones on real legs, beside those of the real phones on them.
///
/// The speeds are real; the accelerometer's signals are made up, because there is no recording of
/// them. All phones lie in a bag. A made-up minute of the activity before precedes each leg.
enum KnownLegs {
  private struct Kind {
    var name: String
    var mode: MotionMode
    var before: (mode: MotionMode, speed: Double)
    var right: Set<String>
  }

  private static let driving: Set<String> = ["automotive", "stationary+automotive"]
  private static let kinds = [
    Kind(
      name: "suburb_bicycling", mode: .cycling, before: (.walking, 1.1), right: ["cycling"]),
    Kind(
      name: "suburb_city_driving_weekend", mode: .automotive, before: (.walking, 1.1),
      right: driving),
    Kind(
      name: "freeway_driving_weekday", mode: .automotive, before: (.walking, 1.1), right: driving),
    Kind(name: "city_bus_rapid_transit", mode: .automotive, before: (.still, 0), right: driving),
    Kind(name: "walk_back_from_bus", mode: .walking, before: (.automotive, 10), right: ["walking"]),
  ]
  private static let span = AccelerometerWindow.span.seconds
  private static let windowsBefore = 24

  static func print(in folder: URL) throws {
    guard let legs = try KnownLeg.readAll(in: folder) else {
      return Swift.print("\nphone-days was not found: no reports of real phones to compare with.")
    }
    Swift.print(
      """

      Made-up phones on real legs, beside real iPhones there: shares of the time, and the median
      time to the right activity. Unit 1 had positions all the time, unit 4 none.
      """)
    for kind in kinds {
      let own = legs.filter { $0.name == kind.name }
      guard !own.isEmpty else { continue }
      Swift.print("\(kind.name), \(own.count) legs")
      let madeUp = own.enumerated().flatMap { simulated($1, kind, $0) }
      Swift.print("  made up     " + line(madeUp, kind))
      for (name, units) in [
        ("real, all   ", ["unit1", "unit2", "unit3", "unit4"]), ("real, unit 1", ["unit1"]),
        ("real, unit 4", ["unit4"]),
      ] {
        let reports = own.flatMap { leg in units.compactMap { leg.reported(by: $0, every: span) } }
        Swift.print("  " + name + line(reports, kind))
      }
    }
  }

  /// Returns the reports of four made-up phones, window by window.
  private static func simulated(_ leg: KnownLeg, _ kind: Kind, _ number: Int) -> [[String]] {
    let speeds = leg.speeds(every: span)
    return (0..<4).map { phone in
      let person = 4 * number + phone
      var player = DetectionTimes.Player()
      for features in MadeUp.windows(
        kind.before.mode, kind.before.speed, .bag, person: person, count: 4 * windowsBefore)
      { player.take(features) }
      return speeds.enumerated().map { index, speed in
        let window = MadeUp.windows(
          kind.mode, speed, .bag, person: person, count: 1, from: 4 * windowsBefore + index)
        player.take(window[0])
        let verdict = player.judge.verdict
        return verdict.isHalted
          ? "stationary+automotive" : verdict.activity.map(\.name) ?? "none"
      }
    }
  }

  private static func line(_ reports: [[String]], _ kind: Kind) -> String {
    guard !reports.isEmpty else { return "  no reports" }
    var counts: [String: Int] = [:]
    for activity in reports.joined() { counts[activity, default: 0] += 1 }
    let total = Double(max(1, counts.values.reduce(0, +)))
    let shares = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "\($0.key) \(fixed(100 * Double($0.value) / total, 0)) %"
    }
    let times = reports.compactMap { $0.firstIndex(where: kind.right.contains) }.sorted()
    let middle = (reports.count - 1) / 2
    let delay = middle < times.count ? fixed(Double(times[middle]) * span, 0) + " s" : "never"
    return "  right after \(padLeft(delay, 6)), in \(times.count) of \(reports.count); "
      + shares.joined(separator: ", ")
  }
}
