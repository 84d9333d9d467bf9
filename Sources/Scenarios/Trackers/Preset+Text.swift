import PhoneAPI
import Text
import TrackingEngine

extension Preset {
  /// Returns the text of a file from which the preset can be read again.
  ///
  /// The file contains the manifest, the behaviors, and each setting that differs from the default.
  /// Secrets are left out.
  ///
  /// - Parameters:
  ///   - comment: the lines of the comment above the preset.
  ///   - remarks: remarks to write after settings. A setting with a remark is written even if it
  ///     has its default value.
  package func text(comment: [String], remarks: [(setting: String, text: String)] = []) -> String {
    var lines = comment.map { $0.isEmpty ? "#" : "# " + $0 }
    lines += ["preset: \(Escaping.json(name))", "description: \(Escaping.json(description))"]
    lines.append("contract: \(contract.rawValue)")
    lines += manifestLines
    lines.append("behaviours:")
    lines += behaviors.map { "  - " + $0.rawValue }
    let settings = settingLines(remarks)
    if !settings.isEmpty { lines.append("settings:") }
    return (lines + settings).joined(separator: "\n") + "\n"
  }

  private var manifestLines: [String] {
    let modes = BackgroundMode.allCases.filter(manifest.backgroundModes.contains)
    let usage = UsageDescription.allCases.filter(manifest.usageDescriptions.contains)
    let parts = [
      ("backgroundModes", modes.map(\.rawValue)),
      ("tasks", manifest.permittedTaskIdentifiers.map(Escaping.json)),
      ("usage", usage.map(\.rawValue)),
    ].filter { !$0.1.isEmpty }
    guard !parts.isEmpty else { return [] }
    return ["manifest:"] + parts.map { "  \($0): [\($1.joined(separator: ", "))]" }
  }

  private func settingLines(_ remarks: [(setting: String, text: String)]) -> [String] {
    let fresh = TrackerSettings()
    return TrackerSettings.definitions.compactMap { definition in
      let remark = remarks.first { $0.setting == definition.name }?.text
      let isFresh = definition.text(in: settings) == definition.text(in: fresh)
      guard !definition.isSecret, !isFresh || remark != nil else { return nil }
      return "  \(definition.name): \(definition.written(in: settings))"
        + (remark.map { " # " + $0 } ?? "")
    }
  }
}

extension SettingDefinition {
  /// Returns the setting's value with a unit that suits readers: "500 m", "5 min", "off".
  package func words(in settings: TrackerSettings) -> String {
    func meters(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value)) m" : "\(value) m"
    }
    return switch kind {
    case .meters(let path): meters(settings[keyPath: path])
    case .optionalMeters(let path): settings[keyPath: path].map(meters) ?? "off"
    case .duration(let path): "\(settings[keyPath: path])"
    case .optionalDuration(let path): settings[keyPath: path].map { "\($0)" } ?? "off"
    default: text(in: settings)
    }
  }

  /// Returns the setting's value as YAML. Reading the YAML gives the same value.
  fileprivate func written(in settings: TrackerSettings) -> String {
    switch kind {
    case .text, .optionalText: return Escaping.json(text(in: settings))
    case .coordinate:
      let text = text(in: settings)
      return text == "none" ? text : "[\(text.replacing(",", with: ", "))]"
    default: break
    }
    let words = words(in: settings)
    var trial = TrackerSettings()
    let isRead = (try? trial.assign(SettingText(name, words))) != nil
    // A value such as "1 h 30 min" cannot be read again; write it in seconds.
    return isRead && text(in: trial) == text(in: settings) ? words : text(in: settings) + " s"
  }
}
