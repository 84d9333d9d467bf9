import EventKernel
import Foundation
import Geodesy
import Recordings
import TestSupport
import Testing
import Timekeeping
import TrackingEngine
import World

@testable import Scenarios

@Suite("Scenarios that extend others")
struct ScenarioInheritanceTests {
  @Test("A scenario extends another key by key, and its day replaces the other's way of moving")
  func extending() throws {
    let place = try Workplace()
    _ = try place.write(
      scenarioText(
        "phone: { profile: iphone-14, battery: 50 % }", "trackers: [ehe-pilot-1]",
        "week: { monday: [{ stay: home }] }"), to: "base.yaml")
    let path = try place.write(
      "odograph: 1\nextends: base.yaml\nphone: { battery: 20 % }\n"
        + "places: { hut: { at: [46, 8] } }\nday: [{ stay: hut }]\n", to: "own.yaml")
    let scenario = try reader.read(path: path)
    #expect(scenario.phone.profile == "iphone-14")
    #expect(scenario.phone.batteryLevel == 0.2)
    #expect(scenario.places.map(\.name) == ["home", "office", "hut"])
    guard case .legs(let legs) = scenario.course else {
      Issue.record("the scenario has no day")
      return
    }
    #expect(legs.map(\.action) == [.stay(.place(2))])
    #expect(scenario.trackers.map(\.name) == ["ehe-pilot-1"])
    #expect(
      scenario.sourceFiles.map { ($0 as NSString).lastPathComponent } == ["own.yaml", "base.yaml"])
  }

  @Test(
    "Expectations are inherited tracker by tracker, replaced, removed, and go with their tracker",
    arguments: [
      ("", ["a place >= 0.1", "a battery >= 0.2", "b place >= 0.3"]),
      (
        "expect: { a: { positionCoverage: '>= 0.9' } }",
        ["b place >= 0.3", "a place >= 0.9"]
      ),
      ("expect: { a: ~ }", ["b place >= 0.3"]),
      ("expect: {}", ["a place >= 0.1", "a battery >= 0.2", "b place >= 0.3"]),
      ("expect: ~", []),
      ("trackers: [{ preset: ehe-pilot-1, name: b }]", ["b place >= 0.3"]),
    ])
  func expectations(own: String, expected: [String]) throws {
    let place = try Workplace()
    _ = try place.write(
      scenarioText(
        "trackers: [{ preset: ehe-pilot-1, name: a }, { preset: ehe-pilot-1, name: b }]",
        "expect: { a: { positionCoverage: '>= 0.1', marginalBatteryPercentPerDay: '>= 0.2' },"
          + " b: { positionCoverage: '>= 0.3' } }"
      ), to: "base.yaml")
    let path = try place.write("odograph: 1\nextends: base.yaml\n\(own)\n", to: "own.yaml")
    let read = try reader.read(path: path).expectations.map { expectation in
      let measure = expectation.measure == "marginalBatteryPercentPerDay" ? "battery" : "place"
      return "\(expectation.tracker) \(measure) >= \(expectation.value)"
    }
    #expect(read.sorted() == expected.sorted())
  }

  @Test("An expectation of the scenario's own that names no tracker of it is refused")
  func strayExpectation() throws {
    let place = try Workplace()
    _ = try place.write(scenarioText("trackers: [ehe-pilot-1]"), to: "base.yaml")
    let path = try place.write(
      "odograph: 1\nextends: base.yaml\nexpect: { ehe-pilot: { positionCoverage: '>= 0.1' } }\n",
      to: "own.yaml")
    #expect(
      message { try reader.read(path: path) }.hasSuffix("did you mean 'ehe-pilot-1'?"))
  }

  @Test("A chain of sixteen files that extend one another is read, a longer one refused")
  func chain() throws {
    let place = try Workplace()
    for number in 1...18 {
      let next = number == 18 ? "" : "extends: ./\(number + 1).yaml\n"
      _ = try place.write("odograph: 1\n" + next, to: "\(number).yaml")
    }
    let path = try place.write("", to: "0.yaml")
    let folder = (path as NSString).deletingLastPathComponent
    // Files 3 to 18 are sixteen, 2 to 18 are seventeen.
    let read = try ScenarioInheritance.read(path: folder + "/3.yaml")
    #expect(read.files.count == 16 && read.files.last == folder + "/18.yaml")
    #expect(
      message { try ScenarioInheritance.read(path: folder + "/2.yaml") }
        == "\(folder)/17.yaml:2: 'extends' chains more than 16 files; "
        + "accepted: a chain of at most 16")
  }

  @Test("Scenarios that extend each other are refused")
  func circle() throws {
    let place = try Workplace()
    let a = try place.write("odograph: 1\nextends: b.yaml\n", to: "a.yaml")
    let b = try place.write("odograph: 1\nextends: a.yaml\n", to: "b.yaml")
    #expect(
      message { try reader.read(path: a) }
        == "\(b):2: 'extends' forms a cycle: \(a) → \(b) → \(a)")
  }
}
