import EventKernel
import TestSupport
import Testing
import Text
import TrackingEngine

@testable import Scenarios

@Suite("The spelling of a preset's keys")
struct PresetSpellingTests {
  @Test("A preset's file may spell its list 'behaviours' or 'behaviors', but not both")
  func behaviorsSpelling() throws {
    let place = try Workplace()
    let text = try #require(PresetLibrary.text(named: "overland-battery-saving"))
    let american = text.replacing("behaviours:", with: "behaviors:")
    _ = try place.write(american, to: "mine.yaml")
    _ = try place.write(american + "behaviours: [visits]\n", to: "both.yaml")
    let day = try place.write(scenarioText("trackers: [./mine.yaml]"), to: "day.yaml")
    let original = try reader.read(
      path: try place.write(scenarioText("trackers: [overland-battery-saving]"), to: "own.yaml"))
    let scenario = try reader.read(path: day)
    #expect(
      try configuration(of: scenario).behaviors == configuration(of: original).behaviors)
    let both = try place.write(scenarioText("trackers: [./both.yaml]"), to: "two.yaml")
    #expect(throws: InputError.self) { try reader.read(path: both) }
  }

  private func configuration(of scenario: Scenario) throws -> TrackerConfiguration {
    let world = try scenario.world(chance: SeededRandom(seed: 1))
    return try scenario.resolve(scenario.trackers[0], in: world).configuration
  }
}
