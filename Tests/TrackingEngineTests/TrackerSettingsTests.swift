import Geodesy
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Settings")
struct TrackerSettingsTests {
  /// Returns settings with another value at one definition.
  private func changed(_ kind: SettingDefinition.Kind) -> TrackerSettings {
    var settings = TrackerSettings()
    switch kind {
    case .toggle(let path): settings[keyPath: path].toggle()
    case .meters(let path): settings[keyPath: path] += 1
    case .optionalMeters(let path): settings[keyPath: path] = 77
    case .duration(let path): settings[keyPath: path] += .hours(1000)
    case .optionalDuration(let path):
      settings[keyPath: path] = settings[keyPath: path] == nil ? .minutes(1) : nil
    case .count(let path): settings[keyPath: path] += 1
    case .choice(let words, let get, let set):
      let other = words.first { $0 != get(settings) } ?? words[0]
      #expect(set(&settings, other) && get(settings) == other)
      #expect(!set(&settings, "nonsense") && get(settings) == other)
    case .text(let path): settings[keyPath: path] += "x"
    case .optionalText(let path): settings[keyPath: path] = "x"
    case .coordinate(let path):
      settings[keyPath: path] = Coordinate(latitude: 1, longitude: 2)
    }
    return settings
  }

  private func values(_ settings: TrackerSettings) -> [String] {
    values(of: settings)
  }

  /// Returns a text for each stored property. Groups of settings are replaced by their contents.
  private func values(of group: Any) -> [String] {
    Mirror(reflecting: group).children.flatMap { child in
      ["Settings", "Quirks", "Pace"].contains(where: "\(type(of: child.value))".hasSuffix)
        ? values(of: child.value) : ["\(child.label ?? ""): \(child.value)"]
    }
  }

  @Test("The table covers every stored property exactly once")
  func complete() {
    let fresh = values(TrackerSettings())
    var covered: [Int] = []
    for definition in TrackerSettings.definitions {
      let now = values(changed(definition.kind))
      let differing = fresh.indices.filter { fresh[$0] != now[$0] }
      #expect(differing.count == 1, "\(definition.name)")
      covered += differing
    }
    #expect(Set(covered).count == covered.count)
    #expect(covered.count == fresh.count)
    #expect(TrackerSettings.definitions.count == fresh.count)
  }

  @Test("Names are unique and found; only the token is secret")
  func names() {
    let names = TrackerSettings.definitions.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(TrackerSettings.definition(named: "sendInterval")?.name == "sendInterval")
    #expect(TrackerSettings.definition(named: "nothing") == nil)
    #expect(TrackerSettings.definitions.filter(\.isSecret).map(\.name) == ["accessToken"])
  }
}
