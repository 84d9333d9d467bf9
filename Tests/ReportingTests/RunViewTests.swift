import Foundation
import Geodesy
import Scenarios
import Testing
import Timekeeping

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import RunViews
@testable import Simulation

/// Compares a run's view with the figures of its report.
@Suite("The view of a run")
struct RunViewTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func run(_ scenario: String, _ preset: String) throws -> (RunResult, RunView) {
    let file = Self.repository.appendingPathComponent("Scenarios/\(scenario).yaml").path
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file)
    let folder = try ScratchFolder()
    var experiment = Experiment(
      scenario: scenario, trackers: [TrackerChoice(preset: preset)], seeds: [1])
    let path = folder.path
    experiment.makeSink = { tracker, day in
      try RunFiles(in: path, tracker: tracker, day: day, explains: false)
    }
    let result = try #require(try experiment.run().results.first)
    return (result, try RunView(path: folder.path + "/view.json"))
  }

  /// From 14:30 to 15:30, the fixes at 14:40 and 15:10 lie in two hours of the clock.
  @Test("Hours with a fix are those of the clock, not those since the start")
  func hoursOfTheClock() throws {
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(
      text: """
        odograph: 1
        start: 2026-03-02T14:30:00
        timeZone: Europe/Berlin
        duration: 1 h
        places: { home: { at: [52.5, 13.4] } }
        day: [{ stay: home }]
        """, file: "day.yaml")
    let world = try SimulatedDay(scenario: scenario, seed: 1).world
    var days = DayTallies(world)
    for minute in [10, 40] {
      let at = world.start + .minutes(Int64(minute))
      days.addFix(Coordinate(latitude: 52.5, longitude: 13.4), at: at)
    }
    #expect(days.tallies.map(\.hoursWithFix) == [2])
  }

  /// The drive over the border ends at about 12:15 of Madrid, when it is 11:15 in Lisbon. Fixes at
  /// each full hour from 06:00 to 22:00 of Madrid are then of the hours 6 to 12 and 12 to 21: 16.
  @Test("Where the clocks go back on a journey, an hour that comes twice counts once")
  func hoursWestward() throws {
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(
      text: """
        odograph: 1
        start: 2026-03-02T06:00:00
        timeZone: Europe/Madrid
        duration: 17 h
        places: { badajoz: { at: [38.88, -6.97] }, elvas: { at: [38.88, -7.16] } }
        day:
          - { stay: badajoz, until: 12:00 }
          - { drive: elvas, timeZone: Europe/Lisbon }
          - { stay: elvas }
        """, file: "day.yaml")
    let world = try SimulatedDay(scenario: scenario, seed: 1).world
    let change = try #require(world.clocks.changes.first?.at)
    #expect((change - world.start).seconds < 7 * 3600)
    var days = DayTallies(world)
    for hour in 0...16 {
      let at = world.start + .hours(Int64(hour))
      days.addFix(Coordinate(latitude: 38.88, longitude: -7), at: at)
    }
    #expect(days.tallies.map(\.hoursWithFix) == [16])
  }

  @Test(
    "It tells the same as the report of the same run",
    arguments: [
      ("commuter-weekday", "overland-battery-saving-both"), ("commuter-weekday", "ehe-pilot-1"),
      ("two-time-zones", "overland-significant-only"), ("guarded-walks", "continuous-location"),
    ])
  func agreement(scenario: String, preset: String) throws {
    let (result, view) = try run(scenario, preset)
    #expect(view.tracker == preset && view.seed == 1)
    #expect(view.fixes.recordedCount == result.coverage.fixCount)
    #expect(view.recording.reduce(0) { $0 + $1.count } == result.coverage.fixCount)
    #expect(view.days.reduce(0) { $0 + $1.fixCount } == result.coverage.fixCount)
    #expect(
      view.days.reduce(0) { $0 + $1.seconds }.rounded()
        == result.coverage.simulatedSeconds.rounded())
    // Each piece is rounded to a tenth of a second at both ends.
    let uncovered = result.gapCauses.recorded.reduce(0) { $0 + $1.seconds }
    let drawn = view.lanes.uncovered.reduce(0) { $0 + $1.end - $1.start }
    #expect(abs(drawn - uncovered) <= 0.1 * Double(view.lanes.uncovered.count) + 0.1)
    #expect(abs(view.days.reduce(0) { $0 + $1.uncoveredSeconds } - uncovered) < 1)
    let found = view.stays.truth.count(where: \.isMatched)
    #expect(found == view.stays.recorded.count(where: \.isMatched))
    let recall = result.coverage.stayRecall ?? 0
    #expect(abs(Double(found) - recall * Double(view.stays.truth.count)) < 1e-9)
  }

  @Test("The app's lane fills the day, and a launch is marked for every one after the first")
  func lanes() throws {
    let (result, view) = try run("commuter-weekday", "overland-battery-saving")
    for lane in [view.lanes.app, view.lanes.positioning, view.lanes.authorization] {
      #expect(lane.first?.start == 0 && lane.last?.end == view.day.durationSeconds)
      for (piece, next) in zip(lane, lane.dropFirst()) { #expect(piece.end == next.start) }
    }
    // The first launch was by the user. The others are in the background, or openings after the app
    // had ended.
    let launches = view.marks.count { $0.kind == .launch }
    #expect(launches > 0 && launches < result.lifecycle.launches)
    #expect(launches == view.days.reduce(0) { $0 + $1.launches })
    #expect(view.marks.contains { $0.kind == .wake && $0.text == "a significant change" })
    #expect(view.battery.allSatisfy { (0...100).contains($0.value) })
    let deaths = view.lanes.app.count { $0.label.hasPrefix("dead") }
    #expect(deaths == result.lifecycle.deaths.values.reduce(0, +))
  }

  @Test("Uploads that fail, circles, notifications and motion are there where the day has them")
  func happenings() throws {
    let (_, commuter) = try run("commuter-weekday", "overland-high-resolution")
    // The scenario's server is unavailable from 13:00 to 13:40.
    #expect(commuter.marks.contains { $0.kind == .requestFailed })
    #expect(commuter.marks.contains { $0.kind == .request })
    #expect(commuter.lanes.motion.contains { $0.label == "walking" })
    #expect(commuter.days.reduce(0) { $0 + $1.sentBytes } > 0)
    let (_, walks) = try run("guarded-walks", "continuous-location")
    #expect(!walks.fences.isEmpty && walks.fences.allSatisfy { $0.end > $0.start })
    #expect(walks.marks.contains { $0.kind == .notification })
  }

  @Test("Clocks go with the traveler")
  func clocks() throws {
    let (_, view) = try run("two-time-zones", "overland-significant-only")
    #expect(Set(view.day.clocks.map(\.timeZone)).count == 2)
    #expect(view.day.clocks.first?.seconds == 0)
  }
}
