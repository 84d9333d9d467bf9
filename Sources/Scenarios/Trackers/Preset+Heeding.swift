import Text
import TrackingEngine

extension Preset {
  /// Refuses to have values of a setting tried that acts through behaviors of which there are none here: whatever
  /// it became, nothing would change.
  package func refuseIdle(
    _ setting: String, at location: SourceLocation
  ) throws(InputError) {
    guard let definition = TrackerSettings.definition(named: setting),
      !definition.isHeeded(by: behaviors)
    else { return }
    let heeded = TrackerSettings.definitions.filter { $0.isHeeded(by: behaviors) && $0.isTried }
      .map(\.name)
    throw InputError(
      location,
      "'\(setting)' acts through \(definition.behaviors.map(\.rawValue).joined(separator: " or ")), which "
        + "\(name) is not composed of",
      accepted: "settings that \(name) heeds: " + listing(heeded),
      suggestion: nearestSpelling(to: setting, among: heeded))
  }
}

extension SettingDefinition {
  /// Whether people look for better values of it: no names, no places, no historical behavior.
  fileprivate var isTried: Bool {
    switch kind {
    case .text, .optionalText, .coordinate: false
    default: !meaning.hasPrefix("quirk: ")
    }
  }
}
