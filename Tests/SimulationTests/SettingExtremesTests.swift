import Scenarios
import Testing
import Text
import TrackingEngine

@testable import Simulation

/// Tests each number that a user can set at both ends of its range and beyond.
@Suite("The extremes of every setting")
struct SettingExtremesTests {
  private static let day = """
    odograph: 1
    start: 2026-03-02T06:00:00Z
    duration: 40 min
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
      office: { at: [45.5182, -122.6687], radius: 80 m, wifi: Work }
    day:
      - { stay: home, for: 12 min }
      - { drive: office }
      - { stay: office }
    person:
      - { at: 06:01, opens: app, for: 3 min }
      - { at: 06:05, acts: startTrip, with: { mode: bicycle } }

    """

  private static let numbers = TrackerSettings.definitions.filter { $0.largest != nil }
    .map(\.name)

  /// Returns texts of the least and the greatest accepted value, and of values beyond them.
  private func texts(
    _ name: String
  ) throws -> (taken: [String], refused: [String], definition: SettingDefinition) {
    let definition = try #require(TrackerSettings.definition(named: name))
    let largest = try #require(definition.largest)
    let most = Int(largest)
    switch definition.kind {
    case .meters, .optionalMeters:
      return (
        ["0.001 m", "\(most) m"], ["0 m", "-1 m", "\(most + 1) m", "1e300 m", "nan m", "inf m"],
        definition
      )
    case .duration, .optionalDuration:
      let least = Int(definition.smallest)
      return (
        ["\(least) s", "\(most) s"],
        ["-1 s", "\(most + 1) s", "106751 d", "1e300 s", "nan s", "\(Int.max) s"]
          + (least > 0 ? ["0 s"] : []), definition
      )
    default:
      return (
        ["1", "\(most)"], ["0", "-1", "\(most + 1)", "\(Int.max)", "1e9", "nan"], definition
      )
    }
  }

  @Test("What lies beyond is refused, and told", arguments: numbers)
  func beyond(name: String) throws {
    for text in try texts(name).refused {
      var settings = TrackerSettings()
      #expect(throws: InputError.self, "\(name) \(text)") {
        try settings.assign(SettingText(name, text))
      }
    }
  }

  @Test("A day is lived with the least and with the most", arguments: numbers)
  func completed(name: String) throws {
    let (taken, _, definition) = try texts(name)
    let reading = try PresetLibrary.names.first {
      definition.isRead(by: try PresetLibrary.preset($0).behaviors)
    }
    let preset = try #require(reading)
    var scenario = try ScenarioReader(vocabulary: .simulatedPhone)
      .read(text: Self.day, file: "day.yaml")
    scenario.trackers = taken.map { text in
      var choice = TrackerChoice(preset: preset, name: text)
      choice.settings = [SettingText(name, text)]
      return choice
    }
    let results = try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1]).run()
      .results
    #expect(results.count == taken.count)
  }
}
