import PhoneAPI

/// The settings of a tracker that differ from its preset, stored across launches.
///
/// The phone's container holds one line for each setting: `name=value`, with values as
/// `SettingDefinition.text` writes them. Secret values are stored where the phone keeps secrets.
/// Stored settings that this version of the program does not have are ignored.
struct ChangedSettings {
  private static let key = "changedSettings"

  private var values: [(definition: SettingDefinition, text: String)] = []

  init(from preset: TrackerSettings, to settings: TrackerSettings) {
    for definition in TrackerSettings.definitions {
      let text = definition.text(in: settings)
      if text != definition.text(in: preset) { values.append((definition, text)) }
    }
  }

  init(in container: any Container) {
    for line in (container.value(forKey: Self.key) ?? "").split(separator: "\n") {
      let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let definition = TrackerSettings.definition(named: String(sides[0])) else { continue }
      let text = sides.count == 2 ? String(sides[1]) : container.secret(forKey: definition.name)
      if let text { values.append((definition, text)) }
    }
  }

  var names: [String] { values.map(\.definition.name) }

  func keep(in container: any Container) {
    var lines: [String] = []
    for (definition, text) in values {
      if definition.isSecret {
        container.setSecret(text, forKey: definition.name, accessible: .afterFirstUnlock)
        lines.append(definition.name)
      } else {
        lines.append("\(definition.name)=\(text.filter { !$0.isNewline })")
      }
    }
    for definition in TrackerSettings.definitions
    where definition.isSecret && !names.contains(definition.name)
      && container.secret(forKey: definition.name) != nil
    {
      container.setSecret(nil, forKey: definition.name, accessible: .afterFirstUnlock)
    }
    container.set(lines.isEmpty ? nil : lines.joined(separator: "\n"), forKey: Self.key)
  }

  func apply(to settings: inout TrackerSettings) {
    for (definition, text) in values { _ = definition.assign(text, to: &settings) }
  }
}

extension TrackerSettings {
  /// Returns these settings with the changes that are stored in the app's container.
  package func changed(in container: any Container) -> TrackerSettings {
    changed(by: ChangedSettings(in: container))
  }

  func changed(by changes: ChangedSettings) -> TrackerSettings {
    var settings = self
    changes.apply(to: &settings)
    return settings
  }
}
