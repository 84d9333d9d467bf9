import Documents
import PhoneAPI
import Text
import TrackingEngine

/// The conversion of Core Location's names of settings and values to Odograph's names.
///
/// Users paste such names from their app: `kCLLocationAccuracyHundredMeters`,
/// `pausesLocationUpdatesAutomatically`, `kCLDistanceFilterNone`. Each has one name in Odograph.
/// The functions return any other text unchanged.
package enum AppleSpelling {
  static let manager = "CLLocationManager."

  /// Returns Odograph's name of a setting. The text may be Core Location's name of the setting.
  static func name(_ text: String) -> String {
    let bare = text.hasPrefix(manager) ? String(text.dropFirst(manager.count)) : text
    return TrackerSettings.definition(named: bare)?.name ?? text
  }

  /// Returns Odograph's word for a value of a setting. The value may have Core Location's name.
  static func value(_ text: String, of setting: String) -> String {
    guard let definition = TrackerSettings.definition(named: setting) else { return text }
    switch definition.kind {
    case .choice(let words, _, _): return word(text, words) ?? text
    case .optionalMeters where text == "kCLDistanceFilterNone": return "off"
    default: return text
    }
  }

  /// Returns the names of Core Location's constants for the values of a setting.
  package static func constants(of setting: SettingDefinition) -> [String] {
    if setting.name == "distanceFilter" { return ["kCLDistanceFilterNone"] }
    guard case .choice(let words, _, _) = setting.kind else { return [] }
    let isAccuracy = words == DesiredAccuracy.allCases.map(\.rawValue)
    let isActivity = setting.name == "activityType" || setting.name == "tripActivityType"
    guard isAccuracy || isActivity else { return [] }
    let prefix = isAccuracy ? "kCLLocationAccuracy" : "CLActivityType."
    return words.map { word in
      prefix + (isAccuracy ? word.prefix(1).uppercased() + word.dropFirst() : word)
    }
  }

  private static func word(_ text: String, _ words: [String]) -> String? {
    for prefix in ["kCLLocationAccuracy", "CLActivityType.", "CLActivityType", "."]
    where text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      let word = rest.prefix(1).lowercased() + rest.dropFirst()
      if words.contains(word) { return word }
    }
    guard words == DesiredAccuracy.allCases.map(\.rawValue) else { return nil }
    return accuracy(text)
  }

  /// Returns Odograph's word for an accuracy in meters: "100 m" becomes `hundredMeters`. Other text
  /// gives nil.
  private static func accuracy(_ text: String) -> String? {
    let number = Double(text) ?? QuantityDimension.length.value(of: text)
    return number.flatMap { number in
      DesiredAccuracy.allCases.first { $0.meters == number && $0 != .reduced }?.rawValue
    }
  }
}
