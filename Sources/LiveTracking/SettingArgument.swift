import Files
import Foundation
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
    if let secret = try override.secretOfFile() {
      try assign(SettingText(override.setting, secret))
      return override.setting
    }
    try override.refuseSecret(
      accepted: override.setting == "accessToken"
        ? "--token-file, or \(BearerToken.environmentName)"
        : "--set \(override.setting)=@FILE, with a file that contains it")
    guard override.values.count == 1 else {
      throw InputError(
        .commandLine, "--set \(text) has \(override.values.count) values", accepted: "one value")
    }
    try assign(SettingText(override.setting, override.values[0]))
    return override.setting
  }
}

extension SettingOverride {
  /// Reads the value of a secret setting from a file, as in `gateToken=@token.txt`. Nil if the
  /// argument names no file.
  fileprivate func secretOfFile() throws(InputError) -> String? {
    guard setting != "accessToken", TrackerSettings.definition(named: setting)?.isSecret == true,
      values.count == 1, values[0].hasPrefix("@")
    else { return nil }
    let path = String(values[0].dropFirst())
    try InputError.refuseUnlessFile(path, asWhat: "a file with the value of '\(setting)'")
    return try SecretFile.text(of: path).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  package func refuseSecret(accepted: String) throws(InputError) {
    guard TrackerSettings.definition(named: setting)?.isSecret == true else { return }
    throw InputError(
      .commandLine, "'\(setting)' is a secret, and other users can see arguments",
      accepted: accepted)
  }
}
