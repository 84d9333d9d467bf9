import Text
import TrackingEngine

extension Preset {
  /// Throws an error for a setting that no behavior of this preset uses. A value of such a setting
  /// would change nothing.
  package func refuseIdle(
    _ setting: String, at location: SourceLocation
  ) throws(InputError) {
    guard let definition = TrackerSettings.definition(named: setting),
      !definition.isRead(by: behaviors)
    else { return }
    let read = TrackerSettings.definitions.filter { $0.isRead(by: behaviors) && $0.isTried }
      .map(\.name)
    throw InputError(
      location,
      definition.unreadMessage(in: name),
      accepted: "settings that \(name) reads: " + listing(read),
      suggestion: nearestSpelling(to: setting, among: read))
  }
}

extension TrackerChoice {
  /// Warnings about settings that no behavior of the preset reads.
  ///
  /// Two trackers that differ only in such a setting have the same results. The settings in the
  /// files of the shipped presets are left out, since they repeat what the published trackers set.
  package func unreadWarnings(_ preset: Preset) -> [String] {
    (PresetLibrary.names.contains(self.preset) ? [] : preset.warnings)
      + settings.compactMap { setting in
        guard let definition = TrackerSettings.definition(named: setting.name),
          !definition.isRead(by: preset.behaviors)
        else { return nil }
        return definition.unreadWarning(in: preset.name, at: setting.location)
      }
  }
}

extension SettingDefinition {
  /// Returns the message that no behavior of the preset reads this setting.
  package func unreadMessage(in preset: String) -> String {
    "no behavior of \(preset) reads '\(name)'; it is read by "
      + listing(behaviors.map(\.rawValue))
  }

  func unreadWarning(in preset: String, at location: SourceLocation) -> String {
    let place = location.description
    return (place.isEmpty ? "" : place + ": ") + unreadMessage(in: preset)
      + ", so it changes nothing."
  }

  /// True if a search for better settings may change this setting. Names, places and quirks are not
  /// changed.
  fileprivate var isTried: Bool {
    switch kind {
    case .text, .optionalText, .coordinate: false
    default: !isQuirk
    }
  }
}
