import Experiments
import Foundation
import Scenarios
import Simulation
import Timekeeping
import World

/// The description of a scenario for its author: the legs of the day, the places, the user's
/// actions and the trackers.
struct DayDescription {
  let day: SimulatedDay
  let trackers: [ProvisionedTracker]

  private var scenario: Scenario { day.scenario }
  private var world: World { day.world }

  var text: String {
    let sections = [
      heading, section("Warnings", day.warnings), section("Phone", PhoneText(day: day).lines),
      section("Day, with seed \(day.seed)", DayLegs(world).lines),
      section("Summary", DayFigures(world: world).lines),
      section("Segments of the recording", segments), section("Places", places),
      section("Person", person),
      section("The person's actions with seed \(day.seed)", drawnActs), section("Server", server),
      section("Trackers", trackers.flatMap(describe)),
      section("Expectations", scenario.expectations.map(describe)),
      section("Assumptions", (scenario.remarks + world.assumptions).withoutRepeats),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  private var heading: String {
    let isRecording = if case .replay = scenario.course { true } else { false }
    return """
      \(scenario.name)
        \(clock(world.start))\(zone(world.start, unless: world.end)) to \
      \(clock(world.end)) \(world.clocks.calendar(at: world.end).identifier), \
      \(scenario.duration)\(isRecording ? ", recorded" : "")
      """
  }

  /// Returns the time zone at an instant; nothing if it is that of the other instant.
  private func zone(_ instant: Instant, unless other: Instant) -> String {
    let zone = world.clocks.calendar(at: instant).identifier
    return zone == world.clocks.calendar(at: other).identifier ? "" : " " + zone
  }

  private func clock(_ instant: Instant) -> String { world.clocks.dateAndClock(instant) }

  // MARK: Recordings

  private var segments: [String] {
    guard case .replay = scenario.course else { return [] }
    let lines = world.segments.map { segment in
      let share = judgedSeconds(in: segment) / (segment.end - segment.start).seconds
      return "\(clock(segment.start)) to \(clock(segment.end))  \(segment.end - segment.start), "
        + "\(percent(share)) judged"
    }
    let all = world.segments.reduce(0) { $0 + ($1.end - $1.start).seconds }
    let judged = world.segments.reduce(0) { $0 + judgedSeconds(in: $1) }
    return shortened(lines) + ["\(percent(judged / all)) of the recording judged"]
  }

  private func judgedSeconds(in segment: Segment) -> Double {
    world.person.spans.reduce(0) { sum, span in
      let start = max(span.start, segment.start)
      let end = min(span.end, segment.end)
      return span.isTruthKnown && start < end ? sum + (end - start).seconds : sum
    }
  }

  private func percent(_ share: Double) -> String {
    String(format: "%.0f %%", share.isFinite ? share * 100 : 0)
  }

  // MARK: The scenario's sections

  private var places: [String] {
    scenario.places.map { place in
      let coordinate = place.coordinate
      var line =
        place.name + ": " + String(format: "%.5f, %.5f", coordinate.latitude, coordinate.longitude)
      line += ", radius \(Int(place.radiusMeters)) m, \(place.isIndoors ? "indoors" : "outdoors")"
      if place.hasWindow { line += ", by a window" }
      if let name = place.wifiName { line += ", Wi-Fi \(name)" }
      if let known = place.isWifiKnown {
        line += known ? ", known to the location service" : ", not known to the location service"
      }
      return line + (place.hasCharger ? ", charger" : "")
    }
  }

  private var person: [String] {
    shortened(
      scenario.person.map { PersonText(event: $0, scenario: scenario, clocks: world.clocks).line }
        + forgotten)
  }

  /// The lines on the user's actions under this seed. Empty if the scenario gives a time for every
  /// action, with or without a spread, and every action has the probability 1.
  private var drawnActs: [String] {
    let isDrawn = scenario.person.contains { event in
      if case .at = event.trigger { event.probability < 1 } else { true }
    }
    return isDrawn ? DrawnActs(acts: day.acts, end: day.world.end).lines : []
  }

  private var forgotten: [String] {
    scenario.forgets.map {
      "leaving \(scenario.places[$0.place].name): forgets the phone, "
        + "\(percent($0.probability)) of the time" + PersonText.days($0.weekdays)
    }
  }

  private var server: [String] {
    shortened(
      scenario.server.map { event in
        let whose = event.trackers.isEmpty ? "" : " (\(event.trackers.joined(separator: ", ")))"
        return ServerText(event, clock: clock).line + whose
      })
  }

  private func describe(_ tracker: ProvisionedTracker) -> [String] {
    var line = tracker.name
    if tracker.preset != tracker.name { line += ", preset \(tracker.preset)" }
    line += tracker.contract.map { ", sends by the contract \($0.rawValue)" } ?? ", sends nothing"
    if let home = tracker.configuration.settings.homeCenter {
      line += String(format: ", home at %.5f, %.5f", home.latitude, home.longitude)
    }
    return [line] + tracker.remarks.map { "  " + $0 }
  }

  private func describe(_ expectation: Expectation) -> String {
    "\(expectation.tracker): \(expectation.measure) \(expectation.comparison.rawValue) "
      + "\(expectation.value)"
  }
}

/// Returns the first lines of a list. If the list is longer, the last line says how many lines are
/// left out.
func shortened(_ lines: [String], atMost limit: Int = 60) -> [String] {
  lines.count <= limit ? lines : lines.prefix(limit) + ["… and \(lines.count - limit) more"]
}
