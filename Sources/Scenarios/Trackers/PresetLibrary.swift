import Files
import Foundation
import Synchronization
import Text

/// The presets that come with Odograph, embedded in the program as the YAML that users may copy.
package enum PresetLibrary {
  /// The names of the presets, in the order of listings.
  package static let names = embedded.map(\.name)

  /// Returns the YAML of a preset that comes with Odograph; nil for another name.
  package static func text(named name: String) -> String? {
    embedded.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Reads a preset by its name, or by the path of a user's own file.
  package static func preset(
    _ nameOrPath: String, location: SourceLocation = .commandLine
  ) throws(InputError) -> Preset {
    if let known = readBefore.withLock({ $0[nameOrPath] }) { return known }
    if let embedded = embedded.first(where: { $0.name == nameOrPath }) {
      let preset = try Preset(
        YAMLDocument.read(bytes: embedded.bytes, file: nameOrPath + ".yaml", asWhat: accepted))
      readBefore.withLock { $0[nameOrPath] = preset }
      return preset
    }
    guard isPath(nameOrPath) else {
      throw InputError(
        location, "no preset is called \(quoted(nameOrPath))", word: nameOrPath, oneOf: names)
    }
    return try Preset(YAMLDocument.read(path: nameOrPath, asWhat: accepted, mention: location))
  }

  /// Reads a preset, or a user's own app by its path.
  package static func presetOrApp(
    _ nameOrPath: String, location: SourceLocation = .commandLine
  ) throws(InputError) -> Preset {
    if isPath(nameOrPath), let app = try AppFile(ifApp: nameOrPath, location: location) {
      return try app.preset()
    }
    return try preset(nameOrPath, location: location)
  }

  /// Returns true if the text is the path of a user's own preset rather than a preset's name.
  package static func isPath(_ text: String) -> Bool {
    text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml")
  }

  /// Returns the default name of a tracker that uses a preset.
  package static func name(of preset: String) -> String {
    guard isPath(preset) else { return preset }
    return URL(fileURLWithPath: preset).deletingPathExtension().lastPathComponent
  }

  /// Returns true if both are the same preset: by name, or by paths that lead to one file.
  package static func isSame(_ preset: String, _ other: String) -> Bool {
    preset == other
      || isPath(preset) && isPath(other) && canonicalPath(preset) == canonicalPath(other)
  }

  private static let accepted = "a preset in YAML"

  /// The presets of Odograph that were read before. They do not change, and each command needs them
  /// several times: to check its input, to warn, and to run.
  private static let readBefore = Mutex<[String: Preset]>([:])

  private static let embedded: [(name: String, bytes: [UInt8])] = [
    ("adaptive", PackageResources.adaptive_yaml),
    ("overland-high-resolution", PackageResources.overland_high_resolution_yaml),
    ("overland-battery-saving", PackageResources.overland_battery_saving_yaml),
    ("overland-significant-only", PackageResources.overland_significant_only_yaml),
    ("overland-battery-saving-both", PackageResources.overland_battery_saving_both_yaml),
    (
      "overland-high-resolution-as-shipped",
      PackageResources.overland_high_resolution_as_shipped_yaml
    ),
    (
      "overland-battery-saving-as-shipped",
      PackageResources.overland_battery_saving_as_shipped_yaml
    ),
    (
      "overland-significant-only-as-shipped",
      PackageResources.overland_significant_only_as_shipped_yaml
    ),
    (
      "overland-battery-saving-both-as-shipped",
      PackageResources.overland_battery_saving_both_as_shipped_yaml
    ),
    ("ehe-pilot-1", PackageResources.ehe_pilot_1_yaml),
    ("ehe-pilot-2", PackageResources.ehe_pilot_2_yaml),
    ("ehe-pilot-2-as-shipped", PackageResources.ehe_pilot_2_as_shipped_yaml),
    ("continuous-location", PackageResources.continuous_location_yaml),
    ("continuous-location-background", PackageResources.continuous_location_background_yaml),
    ("continuous-location-as-shipped", PackageResources.continuous_location_as_shipped_yaml),
    ("always", PackageResources.always_yaml),
    ("gated-trips", PackageResources.gated_trips_yaml),
    ("duty-cycle", PackageResources.duty_cycle_yaml),
    ("drives", PackageResources.drives_yaml),
    ("drives-as-shipped", PackageResources.drives_as_shipped_yaml),
  ]
}

extension TrackerChoice {
  /// Reads a user's own preset.
  ///
  /// The tracker has the name under `preset:` in the file. If that name is the name of one of
  /// Odograph's presets, the tracker is named after the file instead. Such a file is usually an
  /// edited copy of Odograph's preset.
  public init(
    ownPreset path: String, mention: SourceLocation = .commandLine,
    location: SourceLocation = .commandLine
  ) throws(InputError) {
    let own = try PresetLibrary.presetOrApp(path, location: mention)
    let isCopy = PresetLibrary.names.contains(own.name)
    self.init(preset: path, name: isCopy ? nil : own.name, location: location)
    app = own.app
  }
}
