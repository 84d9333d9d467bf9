import Scenarios
import Text
import TrackingEngine

extension TrackerSettings {
  /// Applies the value of `--set`: `setting=value`, or `preset.setting=value` as in commands with
  /// several trackers.
  ///
  /// - Returns: The name of the setting.
  @discardableResult
  package mutating func assign(
    argument text: String, preset: String
  ) throws(InputError) -> String {
    let override = try SettingOverride.parse(text, trackers: [preset])
    try override.refuseSecret(accepted: "--token-file, or \(BearerToken.environmentName)")
    guard override.values.count == 1 else {
      throw InputError(
        .commandLine, "--set \(text) has \(override.values.count) values", accepted: "one value")
    }
    try assign(SettingText(override.setting, override.values[0]))
    return override.setting
  }
}

extension SettingOverride {
  package func refuseSecret(accepted: String) throws(InputError) {
    guard TrackerSettings.definition(named: setting)?.isSecret == true else { return }
    throw InputError(
      .commandLine, "'\(setting)' is a secret, and other users can see arguments",
      accepted: accepted)
  }
}
