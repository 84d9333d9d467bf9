import Foundation
import Text
import Timekeeping
import World

/// The sums of a day: distance by mode of motion, time at places, and time by sky view and network.
///
/// Distance and stays belong to the person. Sky view, network and charger belong to the phone. If
/// the person leaves the phone behind, the phone's surroundings differ from the person's.
struct DayFigures {
  let world: World

  var lines: [String] {
    [
      ways, stays, shares("indoors or out", world.person) { $0.isIndoors ? "indoors" : "outdoors" },
      shares("sky of the phone", world.phone) { $0.sky.words },
      shares("network of the phone", world.phone) { $0.network.words },
      shares("the phone is", world.person) { $0.carried.words }, chargers, zones,
    ].compactMap { $0 }
  }

  private var ways: String? {
    let moving = MotionMode.allCases.filter(\.isMoving).compactMap { mode -> String? in
      let spans = world.person.spans.filter { $0.mode == mode }
      guard !spans.isEmpty else { return nil }
      let meters = spans.reduce(0) {
        $0 + world.person.pathLengthMeters(from: $1.start, to: $1.end)
      }
      return "\(mode.verb) \(distance(meters)) in \(duration(spans.seconds))"
    }
    return moving.isEmpty ? nil : "on the way: " + moving.joined(separator: ", ")
  }

  private var stays: String? {
    let still = world.person.spans.filter { !$0.mode.isMoving }
    guard !still.isEmpty else { return nil }
    let named = world.places.indices.compactMap { index -> String? in
      let seconds = still.filter { $0.place == index }.seconds
      return seconds > 0 ? "\(world.places[index].name) \(duration(seconds))" : nil
    }
    let elsewhere = still.filter { $0.place == nil }.seconds
    let rest = elsewhere > 0 ? ["elsewhere \(duration(elsewhere))"] : []
    return "at rest: " + (named + rest).joined(separator: ", ")
  }

  /// Groups the spans by a property, and returns the share of time of each group, the largest
  /// first.
  private func shares(
    _ title: String, _ trajectory: Trajectory, _ property: (Span) -> String
  ) -> String? {
    var names: [String] = []
    var seconds: [Double] = []
    for span in trajectory.spans {
      let name = property(span)
      if let index = names.firstIndex(of: name) {
        seconds[index] += (span.end - span.start).seconds
      } else {
        names.append(name)
        seconds.append((span.end - span.start).seconds)
      }
    }
    let all = seconds.reduce(0, +)
    guard all > 0 else { return nil }
    let order = names.indices.sorted { seconds[$0] > seconds[$1] }
    let parts = order.map { "\(names[$0]) " + percentText(seconds[$0] / all) }
    return "\(title): " + parts.joined(separator: ", ")
  }

  private var chargers: String? {
    let parts = world.places.indices.filter { world.places[$0].hasCharger }.map { index in
      let seconds = world.phone.spans.filter { $0.place == index && !$0.mode.isMoving }.seconds
      return "\(world.places[index].name) \(duration(seconds))"
    }
    return parts.isEmpty ? nil : "on a charger: " + parts.joined(separator: ", ")
  }

  private var zones: String? {
    guard !world.clocks.isOneZone else { return nil }
    let parts = world.clocks.changes.map { change in
      "\(change.calendar.identifier) from \(change.calendar.dateAndClock(change.at)) there"
    }
    return "time zones: \(world.calendar.identifier), " + parts.joined(separator: ", ")
  }
}

/// Returns a duration such as "35 s", "12 min" or "8 h 15 min".
func duration(_ seconds: Double) -> String {
  guard seconds >= 60 else { return "\(Int(seconds.rounded())) s" }
  let minutes = Int((seconds / 60).rounded())
  let parts = [(minutes / 60, "h"), (minutes % 60, "min")].filter { $0.0 > 0 }
  return parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
}

/// Returns a percentage such as "8 %", or "under 1 %" for a small share above zero.
func percentText(_ share: Double) -> String {
  share > 0 && share < 0.01 ? "under 1 %" : String(format: "%.0f %%", share * 100)
}

extension [Span] {
  fileprivate var seconds: Double { reduce(0) { $0 + ($1.end - $1.start).seconds } }
}

extension SkyView {
  fileprivate var words: String {
    switch self {
    case .open: "open"
    case .urban: "between buildings"
    case .indoors: "indoors"
    case .none: "none"
    }
  }
}

extension NetworkAvailability {
  fileprivate var words: String {
    switch self {
    case .none: "none"
    case .poorCellular: "poor cellular"
    case .cellular: "cellular"
    case .wifi: "Wi-Fi"
    }
  }
}

extension Carrying {
  fileprivate var words: String {
    switch self {
    case .pocket: "in a pocket"
    case .bag: "in a bag"
    case .hand: "in a hand"
    case .mount: "in a mount"
    case .table: "on a table"
    case .left: "left behind"
    }
  }
}
