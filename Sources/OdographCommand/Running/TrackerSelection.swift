import Scenarios
import TrackingEngine

/// Which trackers run: the scenario's own, or those of `--preset`, with the settings of `--set`.
struct TrackerSelection {
  var presets: [String]
  var overrides: [String]

  func trackers(of scenario: Scenario) throws(InputError) -> [TrackerChoice] {
    var chosen = scenario.trackers
    if !presets.isEmpty {
      chosen = presets.flatMap { name in
        let own = scenario.trackers.filter { $0.name == name }
        // What the scenario binds a preset to, such as its home, holds here too.
        let ofPreset = own.isEmpty ? scenario.trackers.filter { $0.preset == name } : own
        return ofPreset.isEmpty ? [TrackerChoice(preset: name)] : ofPreset
      }
    }
    let names = chosen.map(\.name)
    var parsed: [SettingOverride] = []
    for text in overrides {
      let override = try SettingOverride.parse(text, trackers: names)
      guard TrackerSettings.definition(named: override.setting)?.isSecret != true else {
        throw InputError(
          .commandLine, "'\(override.setting)' is a secret, and everybody sees arguments",
          accepted: "a preset's file of your own")
      }
      parsed.append(override)
    }
    let trackers = chosen.applying(parsed)
    var seen: Set<String> = []
    for tracker in trackers where !seen.insert(tracker.name).inserted {
      throw InputError(.commandLine, "tracker '\(tracker.name)' is chosen twice", accepted: "once")
    }
    return trackers
  }
}
