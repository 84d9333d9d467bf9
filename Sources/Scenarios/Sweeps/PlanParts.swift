import Documents
import Files
import Foundation
import Text
import TrackingEngine

// The parts that plans of sweeps and of tunings share, read alike and with the same messages.

/// A reader of the names of measures, and of conditions on measures.
struct MeasureNames {
  /// The names of all measures that exist.
  let known: [String]

  func measure(_ node: SourceNode) throws(InputError) -> SweepDocument.Mention {
    let name = try node.text("a measure")
    guard known.contains(name) else {
      throw InputError(
        node.location, "no measure is called \(quoted(name))", word: name, oneOf: known,
        listedBy: "odograph measures")
    }
    return SweepDocument.Mention(text: name, location: node.location)
  }

  func list(_ node: SourceNode?) throws(InputError) -> [String] {
    var names: [String] = []
    for element in try node?.list("a list of measures") ?? [] {
      names.append(try measure(element).text)
    }
    return names
  }

  /// Reads one condition on a measure, or a list of conditions.
  func requirements(_ node: SourceNode) throws(InputError) -> [MeasureCondition] {
    let elements = if case .list(let elements) = node.content { elements } else { [node] }
    var conditions: [MeasureCondition] = []
    for element in elements {
      conditions.append(
        try MeasureCondition(
          try element.text("a condition such as \"tripRecall >= 0.95\""), option: "'require'",
          measures: known, location: element.location))
    }
    return conditions
  }
}

extension SourceNode {
  /// Reads the paths of scenarios, and returns them relative to the working folder. No path may
  /// appear twice.
  func scenarioPaths() throws(InputError) -> [SweepDocument.Mention] {
    var mentions: [SweepDocument.Mention] = []
    var known: Set<String> = []
    for element in try list("a list of scenarios' files") {
      let path = ScenarioInheritance.path(try element.text("a path"), from: element.location)
      guard known.insert(canonicalPath(path)).inserted else {
        throw element.refused("\(quoted(path)) is listed twice", accepted: "each once")
      }
      mentions.append(SweepDocument.Mention(text: path, location: element.location))
    }
    guard !mentions.isEmpty else { throw refused(accepted: "at least one scenario") }
    return mentions
  }

  /// Reads a preset's name, or the path of a user's own preset, and returns the path relative to
  /// the working folder.
  func presetName() throws(InputError) -> String {
    let text = try text("a preset's name or a preset's file")
    return PresetLibrary.isPath(text) ? ScenarioInheritance.path(text, from: location) : text
  }

  func seedNumber() throws(InputError) -> UInt64 {
    guard let seed = UInt64(try text("a whole number")) else {
      throw refused(accepted: "a whole number, not negative")
    }
    return seed
  }

  /// Reads the values of a setting that a sweep or a tuning tries, at most
  /// `SettingRange.valuesMax`.
  func settingValues(
    _ elements: [SourceNode], of definition: SettingDefinition
  ) throws(InputError) -> [String] {
    guard !elements.isEmpty, elements.count <= SettingRange.valuesMax else {
      throw refused(accepted: "1 to \(SettingRange.valuesMax) values")
    }
    var values: [String] = []
    for element in elements { values.append(try element.settingText()) }
    return values
  }

  func refuseUnfit(_ values: [String], of definition: SettingDefinition) throws(InputError) {
    guard Set(values).count == values.count else {
      throw refused("'\(definition.name)' has a value twice", accepted: "each once")
    }
    for value in values {
      // A place's name can only be checked against a scenario.
      if definition.isPlace, !value.hasPrefix("[") { continue }
      var trial = TrackerSettings()
      try trial.assign(SettingText(definition.name, value, location: location))
    }
  }
}

extension SourceEntry {
  /// Returns the definition of the setting whose name is the key. A setting that is a secret is an
  /// error.
  func settingDefinition() throws(InputError) -> SettingDefinition {
    guard let definition = TrackerSettings.definition(named: key) else {
      throw InputError(
        keyLocation, "no setting is called \(quoted(key))", word: key,
        oneOf: TrackerSettings.definitions.map(\.name), listedBy: "odograph settings")
    }
    guard !definition.isSecret else {
      throw InputError(
        keyLocation, "'\(key)' is a secret, and reports show what a plan sets",
        accepted: "a preset's file of your own")
    }
    return definition
  }
}
