import Foundation
import TestSupport
import Testing

@testable import Scenarios
@testable import Simulation

@Suite("Tasks and queues of an app on virtual time")
struct WaitsTests {
  private func run(_ way: String) throws -> [String] {
    try AppleTrackerRun(
      "waits", ShortWalk.scenario, settings: [AppSetting(name: "way", value: way, values: [])]
    ).notes(on: "way")
  }

  /// Each number is the second after the launch at which the app got there.
  @Test(
    "Tasks wait in virtual time",
    arguments: [
      ("cancel", ["cancelled 60", "ended true 60"]),
      ("handler", ["handler 5", "over true 5"]),
      ("detached", ["launch 0", "task 0", "detached 3", "main true 3"]),
      // Both calls read zero, and write one a second later.
      ("actor", ["reentrant 1 1", "in turn 3 1"]),
      ("stream", ["1 10", "2 20", "3 30", "end 30"]),
      // The second work would take 30 s after the first 5 s; its limit is 10 s.
      ("race", ["work 5", "timeout 15"]),
      ("clocks", ["7.25 seconds 2.0 seconds 9", "until 13", "tolerant 17"]),
      ("continuation", ["resumed 8", "both 12"]),
      ("yield", ["a0 0", "b0 0", "a1 0", "b1 0"]),
      ("many", ["latest 0 99"]),
    ])
  func tasks(_ way: String, _ expected: [String]) throws {
    let found = try run(way)
    #expect(found == expected)
  }

  @Test(
    "Queues, operations and locks wait in virtual time",
    arguments: [
      // The notice needs the main queue, whose work waits until the group is empty.
      ("group", ["late true 5", "late false 20", "notified 20"]),
      ("item", ["late true 7", "item 10", "waited true 10"]),
      (
        "operations",
        [
          "first 0", "last 0", "barrier 0", "completed true 0", "a 2", "b 4", "main 4",
        ]
      ),
      (
        "locks",
        [
          "free false false 3", "unlocked true 5", "again 7", "recursive 7", "1000 7",
          "condition 11",
        ]
      ),
      ("semaphore", ["late true 2", "late false 5", "late true 5", "task 11"]),
      ("barrier", ["a 0", "b 3", "barrier 3", "after 3"]),
      ("specific", ["none 0"]),
      // Suspended from 15 s to 42 s, it fires once for what it missed, and goes on in its rhythm.
      ("source", ["fired 10", "fired 42", "fired 50", "cancelled 55"]),
    ])
  func queues(_ way: String, _ expected: [String]) throws {
    let found = try run(way)
    #expect(found == expected)
  }
}
