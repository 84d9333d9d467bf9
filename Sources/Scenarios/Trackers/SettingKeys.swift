import Documents
import Text
import TrackingEngine

/// The definitions of the keys of a tracker's settings, for the schemas of files that set them.
enum SettingKeys {
  /// The definitions of the settings' keys in presets and scenarios. Each setting has one value.
  static let settings = table("settings") { $0.written }

  /// Returns the definitions of the settings' keys for one kind of file.
  ///
  /// - Parameter kind: returns the kind of value that the file may give a setting; nil leaves the
  ///   setting out.
  static func table(
    _ name: String, _ kind: (SettingDefinition) -> ValueKind?
  ) -> KeyTable {
    KeyTable(
      name,
      TrackerSettings.definitions.compactMap { setting in
        kind(setting).map {
          Key(setting.name, $0, setting.meaning, default: setting.words(in: TrackerSettings()))
        }
      })
  }
}

extension SettingDefinition {
  /// The kind of value that a file may give the setting.
  var written: ValueKind {
    switch kind {
    case .toggle: .flag
    case .meters: .quantity(.length, .aboveZero)
    case .optionalMeters: .either([.quantity(.length, .aboveZero), .words(["off"])])
    case .duration: .quantity(.duration, .notNegative)
    case .optionalDuration: .either([.quantity(.duration, .notNegative), .words(["off"])])
    case .count: .wholeNumber(1...Int(largest ?? 1))
    case .choice(let words, _, _): .words(words)
    case .text, .optionalText: .either([.text, .anyNumber])
    case .coordinate: .destination
    }
  }
}
