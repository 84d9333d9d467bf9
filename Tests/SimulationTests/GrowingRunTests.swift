import EventKernel
import Foundation
import Geodesy
import Scenarios
import Testing
import Timekeeping
import TrackingEngine
import World

@testable import SimulatedPhone
@testable import Simulation

/// A day that grows while the phone runs gives the same figures as the whole day at once.
@Suite("A run in the loop of a live receiver")
struct GrowingRunTests {
  /// 2026-03-02T12:00:00Z
  static let noon = Instant(nanoseconds: 1_772_452_800_000_000_000)

  /// A walk north with a rest, a ride, a gap of seven minutes and noise, a point each second.
  static func outing() -> [TracePoint] {
    let scale = LocalScale(latitude: 45)
    let home = Coordinate(latitude: 45, longitude: 8)
    let noise = SeededRandom(seed: 7)
    // The speed in each minute.
    let speeds: [Double?] =
      Array(repeating: 0, count: 6) + Array(repeating: 1.4, count: 10)
      + Array(repeating: 14, count: 8) + Array(repeating: 0, count: 12)
      + Array(repeating: nil, count: 7) + Array(repeating: 1.3, count: 6)
    var north = 0.0
    var points: [TracePoint] = []
    for second in 0..<(speeds.count * 60) {
      guard let speed = speeds[second / 60] else { continue }
      north += speed
      let moved = Displacement(
        eastMeters: noise.stream("east").uniform(in: -3...3, at: Int64(second)),
        northMeters: north + noise.stream("north").uniform(in: -3...3, at: Int64(second)))
      points.append(
        TracePoint(
          time: noon + .seconds(Int64(second)), coordinate: scale.coordinate(home, moved: moved),
          altitudeMeters: 240, horizontalAccuracyMeters: 5))
    }
    return points
  }

  static func scenario(_ preset: String) throws -> Scenario {
    try ScenarioReader(vocabulary: .simulatedPhone).read(
      text: """
        odograph: 1
        name: outing
        start: 2026-03-02T12:00:00Z
        duration: 1 h
        phone: { profile: iphone-14, system: ios-18 }
        day: [{ stay: [45, 8] }]
        trackers: [\(preset)]
        """, file: "outing.yaml")
  }

  /// Runs the day with each point as it comes. `acts` are performed when the time of the newest
  /// point is theirs.
  static func inLoop(
    _ preset: String, _ points: [TracePoint], acts: [(Instant, PersonAction.Kind)] = []
  ) throws -> (result: RunResult, figures: [GrowingRun.Figures]) {
    let scenario = try scenario(preset)
    var growing = GrowingRun.world(of: scenario, seed: 1)
    var run: GrowingRun?
    var figures: [GrowingRun.Figures] = []
    var acts = acts[...]
    for point in points {
      if growing.add(point), let world = growing.world() {
        let going =
          try run ?? GrowingRun(scenario, tracker: scenario.trackers[0], seed: 1, in: world)
        run = going
        try going.advance(in: world)
        figures.append(going.figures)
      }
      while let act = acts.first, act.0 <= point.time {
        run?.add(act.1, at: act.0)
        acts.removeFirst()
      }
    }
    growing.finish()
    let result = try #require(run).finish(in: #require(growing.world()))
    return (result, figures)
  }

  static func atOnce(
    _ preset: String, _ points: [TracePoint], acts: [(Instant, PersonAction.Kind)] = []
  ) throws -> RunResult {
    var scenario = try scenario(preset)
    var trace = Trace(name: "outing", points: points)
    trace.smoothing = .fixedLag
    scenario.course = .replay(trace)
    scenario.person = acts.map { PersonEvent(.at($0.0, spread: .zero), $0.1) }
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    var result = try TrackerRun(day: day, tracker: day.provision(scenario.trackers[0])).run()
    // A growing run does not meter the gaps of its points apart.
    result.energy.unrecorded = nil
    return result
  }

  @Test(
    "The figures are those of the same day at once",
    arguments: [
      "overland-high-resolution", "overland-battery-saving", "adaptive", "always", "drives",
      "ehe-pilot-1",
    ])
  func equality(_ preset: String) throws {
    let points = Self.outing()
    let (result, figures) = try Self.inLoop(preset, points)
    let differences = try Self.differences(result, Self.atOnce(preset, points))
    #expect(differences == [])
    #expect(figures.count > 200)
    #expect(result.coverage.simulatedSeconds > 2900)
  }

  @Test("Acts by hand give the figures of the same acts in a scenario")
  func acts() throws {
    let points = Self.outing()
    let acts: [(Instant, PersonAction.Kind)] = [
      (Self.noon + .milliseconds(420_250), .opensApp),
      (Self.noon + .milliseconds(600_125), .leavesApp),
      (Self.noon + .milliseconds(1_000_375), .forceQuitsApp),
      (Self.noon + .milliseconds(2_800_500), .opensApp),
      (Self.noon + .milliseconds(2_861_375), .leavesApp),
    ]
    for preset in ["overland-high-resolution", "ehe-pilot-1"] {
      let (result, figures) = try Self.inLoop(preset, points, acts: acts)
      let differences = try Self.differences(result, Self.atOnce(preset, points, acts: acts))
      #expect(differences == [])
      #expect(result.lifecycle.deaths[.forceQuit] == 1)
      #expect(
        figures.contains { if case .dead(.forceQuit, _) = $0.status.app { true } else { false } })
    }
  }

  /// The lines of two results, as in report.json, that differ.
  private static func differences(_ one: RunResult, _ other: RunResult) throws -> [String] {
    let lines = try [one, other].map { result in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      return String(decoding: try encoder.encode(result), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    guard lines[0].count == lines[1].count else { return ["the numbers of lines"] }
    return zip(lines[0], lines[1]).filter { $0 != $1 }.map { "\($0) instead of\($1)" }
  }
}
