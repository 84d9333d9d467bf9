import Scenarios
import TrackingEngine

/// Which trackers run: the scenario's own, or those of `--preset`, with the settings of `--set`.
struct TrackerSelection {
  var presets: [String]
  var overrides: [String]

  func trackers(of scenario: Scenario) throws(InputError) -> [TrackerChoice] {
    var chosen = scenario.trackers
    if !presets.isEmpty {
      chosen = []
      for name in presets {
        let own = scenario.trackers.filter { $0.name == name }
        // What the scenario binds a preset to, such as its home, holds here too.
        let ofPreset = own.isEmpty ? scenario.trackers.filter { $0.preset == name } : own
        chosen += ofPreset.isEmpty ? [try preset(name, in: scenario)] : ofPreset
      }
    }
    return try withOverrides(chosen)
  }

  /// One form of each name, the same names in every scenario: those of `--preset`, else every preset that
  /// is no app as it was shipped. What a scenario binds a preset to, such as its home, holds here too; its
  /// own settings hold for the trackers that it names.
  func comparable(in scenario: Scenario) throws(InputError) -> [TrackerChoice] {
    let names =
      presets.isEmpty ? PresetLibrary.names.filter { !$0.hasSuffix("-as-shipped") } : presets
    var chosen: [TrackerChoice] = []
    for name in names {
      if let own = scenario.trackers.first(where: { $0.name == name }) {
        chosen.append(own)
      } else {
        var choice = try preset(name, in: scenario)
        if let other = scenario.trackers.first(where: { $0.preset == choice.preset }) {
          choice.places = other.places
          choice.contract = other.contract
        }
        chosen.append(choice)
      }
    }
    return try withOverrides(chosen)
  }

  private func withOverrides(_ chosen: [TrackerChoice]) throws(InputError) -> [TrackerChoice] {
    let names = chosen.map(\.name)
    var parsed: [SettingOverride] = []
    for text in overrides {
      let override = try SettingOverride.parse(text, trackers: names)
      try override.refuseSecret(accepted: "a preset's file of your own")
      guard
        !parsed.contains(where: {
          $0.tracker == override.tracker && $0.setting == override.setting
        })
      else {
        throw InputError(
          .commandLine, "--set gives \(override.tracker).\(override.setting) twice",
          accepted: "once, with several values as in a,b to run them side by side")
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

  private func preset(_ name: String, in scenario: Scenario) throws(InputError) -> TrackerChoice {
    if PresetLibrary.isPath(name) { return try TrackerChoice(ownPreset: name) }
    let names = scenario.trackers.map(\.name) + PresetLibrary.names
    guard PresetLibrary.names.contains(name) else {
      throw InputError(
        .commandLine, "--preset: no preset or tracker is called '\(name)'", word: name,
        oneOf: names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] })
    }
    return TrackerChoice(preset: name)
  }
}

extension SettingOverride {
  func refuseSecret(accepted: String) throws(InputError) {
    guard TrackerSettings.definition(named: setting)?.isSecret == true else { return }
    throw InputError(
      .commandLine, "'\(setting)' is a secret, and everybody sees arguments", accepted: accepted)
  }
}
