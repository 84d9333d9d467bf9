import Foundation
import TestSupport
import Testing

@testable import Scenarios
@testable import Simulation

@Suite("Kills of an app's process")
struct KilledAppTests {
  /// A walk of 2.6 km, after which the user opens the app. It is then launched if it is dead.
  private let walk = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: UTC
    duration: 1 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
    day: [{ stay: home, for: 5 min }, { walk: work }, { stay: work }]
    person: [{ at: 07:55, opens: app, for: 1 min }]
    """

  private func run(killAt step: Int) throws -> AppleTrackerRun {
    try AppleTrackerRun(
      "numbering", walk, settings: [AppSetting(name: "killAt", value: "\(step)", values: [])])
  }

  @Test("A kill at any step of a day loses nothing that was stored before it")
  func everyStep() async throws {
    let opened = try #require(try run(killAt: 0).notes(on: "opened").last)
    let counts = opened.split(separator: " ").compactMap { Int($0) }
    // 26 positions of 100 m and the one at the start have three steps each, and a launch has two.
    let steps = try #require(counts.first)
    #expect(steps >= 2 + 3 * 27)
    #expect(steps == 2 + 3 * counts[1] && counts[1] == counts[2])
    // Two days at a time, as many as a runner has processors at least.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for half in 0..<2 {
        group.addTask {
          for step in 1...steps where step % 2 == half { try expectWhole(afterStep: step) }
        }
      }
      try await group.waitForAll()
    }
  }

  private func expectWhole(afterStep step: Int) throws {
    let day = try run(killAt: step)
    // A kill after the last value that it stored, too: both are sent to the phone at once.
    #expect(day.notes(on: "after the kill").first == "whole", "step \(step)")
    // The numbers go on: at the end there are as many as positions, less one if the kill came
    // between the two.
    let end = day.notes(on: "opened").last?.split(separator: " ").compactMap { Int($0) } ?? []
    try #require(end.count == 3)
    let isBetween = step > 2 && (step - 2) % 3 == 2
    #expect(end[1] - end[2] == (isBetween ? 1 : 0), "step \(step): \(end)")
    // The first step comes before the app requests positions.
    #expect(step == 1 || end[1] > 0, "step \(step)")
  }
}
