import Accounts
import PhoneAPI
import Scenarios
import TrackingEngine

/// The commands that change and list settings.
extension LiveRun {
  /// Changes a setting permanently, like the app's settings screen.
  func set(_ setting: SettingText) -> LiveAnswer {
    let name = setting.name
    var wanted = tracker.everydaySettings
    do { try wanted.assign(setting) } catch { return .refused("\(error)") }
    guard let definition = TrackerSettings.definition(named: name) else {
      return .refused("No setting is called '\(name)'.")
    }
    if name == "endpoint", let endpoint = wanted.endpoint, !isWebAddress(endpoint) {
      return .refused(
        "endpoint is '\(printable(endpoint))'; accepted: an address such as https://host/path, "
          + "without user and password")
    }
    let value = definition.text(in: wanted)
    let before = definition.words(in: tracker.everydaySettings)
    tracker.perform(UserAction("changeSettings", parameters: [name: value]))
    let after = definition.words(in: tracker.everydaySettings)
    let idle =
      definition.isRead(by: plan.preset.behaviors)
      ? "" : " It has no effect: " + definition.unreadMessage(in: plan.preset.name) + "."
    guard before != after else { return .done("\(name) is \(after) already.\(idle)") }
    let isTripNow = tracker.trip != nil
    let trip = isTripNow ? " The settings of a trip may differ until it ends." : ""
    return .done("\(name) is \(after) now; it was \(before).\(idle)\(trip)")
  }

  /// The settings that differ from the preset, such as "sendInterval=30 s", without secrets.
  var changedSettings: [String] {
    let own = tracker.everydaySettings
    var preset = plan.preset.settings
    // A program signs in without the phone's address for the answer; the user has not changed that.
    if own.health.redirectURI == Account.outOfBand {
      preset.health.redirectURI = own.health.redirectURI
    }
    return TrackerSettings.definitions.compactMap { definition in
      guard !definition.isSecret, definition.text(in: own) != definition.text(in: preset) else {
        return nil
      }
      return "\(definition.name)=\(definition.words(in: own))"
    }
  }

  var settingsText: String {
    let changed = changedSettings
    return changed.isEmpty
      ? "All settings are those of the preset '\(plan.preset.name)'."
      : changed.joined(separator: "\n")
  }
}

extension SettingDefinition {
  /// The value with its unit, in the form that `--set` and `--send set:` accept.
  fileprivate func words(in settings: TrackerSettings) -> String {
    switch kind {
    case .duration(let path): "\(settings[keyPath: path])"
    case .optionalDuration(let path): settings[keyPath: path].map { "\($0)" } ?? "off"
    case .meters, .optionalMeters:
      text(in: settings) == "off" ? "off" : text(in: settings) + " m"
    case .coordinate: text(in: settings) == "none" ? "none" : "[\(text(in: settings))]"
    case .toggle, .count, .choice, .text, .optionalText: text(in: settings)
    }
  }
}
