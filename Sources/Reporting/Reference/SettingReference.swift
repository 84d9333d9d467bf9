import Scenarios
import TrackingEngine

extension ReferenceTable {
  /// The reference of all settings, each with its accepted values, the behaviors that read it, the
  /// presets that change it, and an example.
  package static let settings: ReferenceTable = {
    let presets = ShippedPreset.all
    let fields = TrackerSettings.definitionGroups.map { group in
      (group.title, group.definitions.filter { !$0.isQuirk })
    }
    let quirks = TrackerSettings.definitions.filter(\.isQuirk)
    let groups = fields + [("Quirks of shipped apps", quirks)]
    return ReferenceTable(
      noun: "setting",
      groups: groups.filter { !$1.isEmpty }.map { title, definitions in
        Group(title: title, entries: definitions.map { ReferenceEntry($0, presets) })
      })
  }()

  /// The reference of all behaviors, each with the settings that it reads and the presets that use
  /// it.
  package static let behaviors = ReferenceTable(
    noun: "behavior",
    groups: [
      Group(
        title: "Behaviors",
        entries: BehaviorKind.allCases.map { ReferenceEntry($0, ShippedPreset.all) })
    ])

  /// The reference of all presets, each with its behaviors and the settings that it changes.
  package static let presets = ReferenceTable(
    noun: "preset",
    groups: [Group(title: "Presets", entries: ShippedPreset.all.map { ReferenceEntry($0) })])
}

/// A preset that comes with Odograph, with its name.
private struct ShippedPreset: Sendable {
  let name: String
  let preset: Preset

  /// All presets of Odograph, in the order of lists. A preset whose file is invalid would be
  /// missing, but a test reads every file.
  static let all: [ShippedPreset] = PresetLibrary.names.compactMap { name in
    (try? PresetLibrary.preset(name)).map { ShippedPreset(name: name, preset: $0) }
  }
}

extension ReferenceEntry {
  fileprivate init(_ setting: SettingDefinition, _ presets: [ShippedPreset]) {
    let usual = setting.words(in: TrackerSettings())
    self.init(name: setting.name, meaning: setting.meaning, summary: usual)
    otherNames = [setting.appleName].compactMap(\.self)
    values = AppleSpelling.constants(of: setting)
    let changing = presets.filter {
      setting.text(in: $0.preset.settings) != setting.text(in: TrackerSettings())
    }
    let values = changing.map { "\($0.name): \(setting.words(in: $0.preset.settings))" }
    self = with("value", "takes", setting.accepted + (setting.bounds.map { ", \($0)" } ?? ""))
      .with("default", "default", setting.isSecret ? nil : usual.isEmpty ? "empty" : usual)
      .with("readBy", "read by", setting.behaviors.map(\.rawValue))
      .with("presets", "changed in", values)
      .with("appleName", "Core Location", setting.appleName, isCode: true)
      .with("appleValues", "values there", AppleSpelling.constants(of: setting))
      .with("example", "try it", Self.example(setting, presets, changing), isCode: true)
    if setting.behaviors.isEmpty { facts.insert(Self.readByAny, at: setting.isSecret ? 1 : 2) }
  }

  private static let readByAny = Fact(key: "readBy", label: "read by", value: .text("any tracker"))

  /// Returns a command that runs two values of the setting side by side. Nil if no preset reads the
  /// setting, or if there are fewer than two example values.
  private static func example(
    _ setting: SettingDefinition, _ presets: [ShippedPreset], _ changing: [ShippedPreset]
  ) -> String? {
    let readers = (changing + presets).filter { setting.isRead(by: $0.preset.behaviors) }
    guard let values = setting.exampleValues, let reader = readers.first else { return nil }
    return "odograph run Scenarios/commuter-weekday.yaml --preset \(reader.name) "
      + "--set \(setting.name)=\(values)"
  }

  fileprivate init(_ shipped: ShippedPreset) {
    let preset = shipped.preset
    let changed = TrackerSettings.definitions.filter {
      !$0.isSecret && $0.text(in: preset.settings) != $0.text(in: TrackerSettings())
    }
    self.init(name: shipped.name, meaning: preset.description)
    self = with("contract", "sends to", preset.contract.rawValue)
      .with("behaviors", "behaviors", preset.behaviors.map(\.rawValue))
      .with("settings", "settings", changed.map { "\($0.name)=\($0.words(in: preset.settings))" })
      .with("show", "print it", "odograph presets \(shipped.name)", isCode: true)
    let system = Self.systems.first { shipped.name.hasPrefix($0) }
    self = with(
      "promises", "see also", "what its author promises",
      page: system.map { "five-systems.md#\($0)" })
  }

  /// The published systems: their presets' names begin so, and their tables' anchors are the same.
  private static let systems = ["overland", "ehe-pilot", "continuous-location", "drives"]

  fileprivate init(_ behavior: BehaviorKind, _ presets: [ShippedPreset]) {
    self.init(name: behavior.rawValue, meaning: behavior.meaning)
    self = with(
      "settings", "settings",
      TrackerSettings.definitions.filter { $0.behaviors.contains(behavior) }.map(\.name)
    ).with(
      "presets", "part of",
      presets.filter { $0.preset.behaviors.contains(behavior) }.map(\.name))
  }
}
