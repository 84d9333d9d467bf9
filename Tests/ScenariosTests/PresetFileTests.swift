import EventKernel
import TestSupport
import Testing
import Text
import TrackingEngine

@testable import Scenarios

@Suite("A preset's file")
struct PresetFileTests {
  @Test("A setting that none of the file's behaviors reads is named with its line")
  func unread() throws {
    let text = """
      preset: mine
      manifest: { backgroundModes: [location], usage: [locationWhenInUse] }
      behaviours: [significantChanges]
      settings:
        trackingMode: significant
        resumeGeofenceRadius: 50 m
        visitTracking: false
      """
    let preset = try Preset(
      YAMLDocument.read(bytes: text.utf8, file: "p.yaml", asWhat: "a preset"))
    // The last two belong to behaviors that the preset lacks; the last repeats its default.
    #expect(
      preset.warnings == [
        "p.yaml:6: no behavior of mine reads 'resumeGeofenceRadius'; it is read by "
          + "pauseAndResumeWithGeofence, so it changes nothing."
      ])
  }

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
