import Scenarios
import Text
import TrackingEngine

/// The trackers to run. They are the scenario's own trackers or the presets of `--preset`, with the
/// settings of `--set`.
struct TrackerSelection {
  var presets: [String]
  var overrides: [String]
  /// The user's own apps of `--app`.
  var apps: [TrackerChoice]
  private let option = "--preset: "

  init(presets: [String], overrides: [String], apps: [TrackerChoice] = []) {
    self.presets = presets
    self.overrides = overrides
    self.apps = apps
  }

  func trackers(of scenario: Scenario) throws(InputError) -> [TrackerChoice] {
    var chosen = scenario.trackers
    if !presets.isEmpty || !apps.isEmpty {
      chosen = apps
      for name in presets where !apps.contains(where: { $0.name == name }) {
        let own = scenario.trackers.filter { $0.name == name }
        // The scenario's values for a preset, such as its home, apply here too.
        let ofPreset =
          own.isEmpty ? scenario.trackers.filter { PresetLibrary.isSame($0.preset, name) } : own
        chosen += ofPreset.isEmpty ? [try scenario.preset(name, option: option)] : ofPreset
      }
    }
    return try withOverrides(chosen)
  }

  /// Returns trackers with the same names in every scenario. They are the apps of `--app` and the
  /// presets of `--preset`; without `--preset`, every preset except those that end in -as-shipped.
  func comparable(in scenario: Scenario) throws(InputError) -> [TrackerChoice] {
    let names =
      presets.isEmpty ? PresetLibrary.names.filter { !$0.hasSuffix("-as-shipped") } : presets
    var chosen = apps
    for name in names where !apps.contains(where: { $0.name == name }) {
      chosen.append(try scenario.comparable(name, option: option))
    }
    return try withOverrides(chosen)
  }

  private func withOverrides(_ chosen: [TrackerChoice]) throws(InputError) -> [TrackerChoice] {
    let names = chosen.map(\.name)
    let apps = Dictionary(
      chosen.compactMap { choice in choice.app.map { (choice.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    var parsed: [SettingOverride] = []
    for text in overrides {
      let override = try SettingOverride.parse(text, trackers: names, apps: apps)
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
    for tracker in trackers { try tracker.refuseForbiddenApp() }
    var seen: Set<String> = []
    for tracker in trackers where !seen.insert(tracker.name).inserted {
      throw InputError(.commandLine, "tracker '\(tracker.name)' is chosen twice", accepted: "once")
    }
    return trackers
  }
}
