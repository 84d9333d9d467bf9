import Foundation
import Scenarios
import Testing
import TrackingEngine

@testable import Experiments
@testable import Simulation

/// Compares the table of behaviors that read a setting with the effects of the setting.
@Suite("Settings that no behavior reads")
struct UnreadSettingsTests {
  /// A day with every kind of motion, visits, trips, a server that refuses at times, and an app
  /// that is opened and killed.
  private static let text = """
    odograph: 1
    start: 2026-03-02T06:00:00Z
    duration: 8 h
    phone: { battery: 80 % }
    permissions: { location: ask, answers: { always: allows, after: 2 s } }
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
      office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
      shop: { at: [45.5422, -122.6587], radius: 80 m }
    day:
      - { stay: home, for: 30 min }
      - { drive: office }
      - { stay: office, for: 2 h }
      - { walk: shop }
      - { stay: shop, for: 1 h }
      - { cycle: home }
      - { stay: home }
    person:
      - { at: 06:05, opens: app, for: 5 min }
      - { onDeparture: shop, opens: app, for: 20 s }
      - { onDeparture: shop, after: 5 s, acts: startTrip, with: { mode: bicycle } }
      - { onArrival: home, after: 1 min, acts: stopTrip }
      - { onDeparture: office, forceQuits: app }
    server:
      - { from: 07:00, until: 07:20, status: 500 }

    """

  @Test("Whatever they are, its day is the same", arguments: PresetLibrary.names)
  func unread(name: String) throws {
    let preset = try PresetLibrary.preset(name)
    let unread = TrackerSettings.definitions.filter {
      !$0.isRead(by: preset.behaviors) && !$0.isSecret
    }
    #expect(unread.count > 20)
    var changed = TrackerChoice(preset: name, name: "changed")
    changed.settings = try unread.map {
      SettingText($0.name, try #require($0.otherValue(than: preset.settings), "\($0.name)"))
    }
    var scenario = try ScenarioReader(vocabulary: .simulatedPhone)
      .read(text: Self.text, file: "day.yaml")
    scenario.trackers = [TrackerChoice(preset: name, name: "as it is"), changed]
    let results = try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1]).run()
      .results
    try #require(results.count == 2 && results[0].lifecycle.launches > 0)
    #expect(results[0].settings != results[1].settings)
    #expect(results[0].unnamed == results[1].unnamed)
  }

  @Test("What is read does change it, so that the days are told apart")
  func read() throws {
    var scenario = try ScenarioReader(vocabulary: .simulatedPhone)
      .read(text: Self.text, file: "day.yaml")
    var changed = TrackerChoice(preset: "adaptive", name: "changed")
    changed.settings = [SettingText("footFixSpacing", "200 m")]
    scenario.trackers = [TrackerChoice(preset: "adaptive", name: "as it is"), changed]
    let results = try Experiment(scenario: scenario, trackers: scenario.trackers, seeds: [1]).run()
      .results
    #expect(results[0].unnamed != results[1].unnamed)
  }

  @Test(
    "What the tracker itself reads, and what acts where others have standard updates for it")
  func readByAll() throws {
    let adaptive = try PresetLibrary.preset("adaptive")
    for name in ["desiredAccuracy", "distanceFilter", "pausesAutomatically", "minimumDistance"] {
      let definition = try #require(TrackerSettings.definition(named: name))
      #expect(definition.isRead(by: adaptive.behaviors), "\(name)")
    }
  }
}

extension RunResult {
  fileprivate var unnamed: RunResult {
    var result = self
    result.tracker = ""
    result.settings = []
    return result
  }
}

extension SettingDefinition {
  /// Returns another value of the setting, as a user would write it.
  fileprivate func otherValue(than settings: TrackerSettings) -> String? {
    switch kind {
    case .toggle(let path): settings[keyPath: path] ? "false" : "true"
    case .meters(let path): "\(settings[keyPath: path] * 2 + 7) m"
    case .optionalMeters(let path): settings[keyPath: path] == nil ? "37 m" : "off"
    case .duration(let path): "\(settings[keyPath: path].seconds * 2 + 60) s"
    case .optionalDuration(let path): settings[keyPath: path] == nil ? "2 min" : "off"
    case .count(let path): "\(settings[keyPath: path] + 3)"
    case .choice(let words, let get, _): words.last { $0 != get(settings) }
    case .text: "other"
    case .optionalText: "https://elsewhere.example/o"
    case .coordinate: "[45.53, -122.66]"
    }
  }
}
