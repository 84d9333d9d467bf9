import Foundation
import TrackingEngine

extension SweepReader {
  static let rangeKeys = ["from", "to", "steps", "spacing"]
  /// Every pair of trackers is compared somewhere, and a page has to hold them.
  private static let valuesMax = 1000

  private enum Spacing: String, CaseIterable { case even, geometric }

  func trackers(_ fields: Fields) throws(InputError) -> [SweepDocument.Tracker] {
    let node = try fields.required("trackers", accepted: "a list of presets")
    var trackers: [SweepDocument.Tracker] = []
    for element in try node.list("a list of presets") { trackers.append(try tracker(element)) }
    guard !trackers.isEmpty else { throw node.refused(accepted: "at least one tracker") }
    return trackers
  }

  private func tracker(_ node: SourceNode) throws(InputError) -> SweepDocument.Tracker {
    guard case .mapping = node.content else {
      return SweepDocument.Tracker(
        preset: try preset(node), overrides: [], location: node.location)
    }
    let fields = try Fields(node, keys: Self.trackerKeys)
    let presetNode = try fields.required("preset", accepted: "a preset's name or file")
    var overrides: [SettingOverride] = []
    for entry in try fields["set"]?.entries("a mapping of settings to values") ?? [] {
      overrides.append(try override(entry))
    }
    return SweepDocument.Tracker(
      preset: try preset(presetNode), name: try fields["name"]?.visibleName(),
      contract: try fields["contract"]?.choice(ServerContract.self).rawValue,
      overrides: overrides, location: node.location)
  }

  private func preset(_ node: SourceNode) throws(InputError) -> String {
    let text = try node.text("a preset's name or a preset's file")
    return PresetLibrary.isPath(text)
      ? ScenarioInheritance.path(text, from: node.location) : text
  }

  // MARK: Settings

  private func override(_ entry: SourceEntry) throws(InputError) -> SettingOverride {
    guard let definition = TrackerSettings.definition(named: entry.key) else {
      throw InputError(
        entry.keyLocation, "no setting is called \(quoted(entry.key))", word: entry.key,
        oneOf: TrackerSettings.definitions.map(\.name))
    }
    guard !definition.isSecret else {
      throw InputError(
        entry.keyLocation, "'\(entry.key)' is a secret, and reports tell what a plan sets",
        accepted: "a preset's file of your own")
    }
    let values = try values(entry.value, of: definition)
    guard Set(values).count == values.count else {
      throw entry.value.refused("'\(entry.key)' has a value twice", accepted: "each once")
    }
    for value in values {
      // A place's name can only be judged in a scenario.
      if definition.isPlace, !value.hasPrefix("[") { continue }
      var trial = TrackerSettings()
      try trial.assign(SettingText(entry.key, value, location: entry.value.location))
    }
    return SettingOverride(
      tracker: "", setting: entry.key, values: values, location: entry.value.location)
  }

  /// One value, a list of them, or a range.
  private func values(
    _ node: SourceNode, of definition: SettingDefinition
  ) throws(InputError) -> [String] {
    switch node.content {
    case .text: return [try node.settingText()]
    case .mapping: return try range(node, of: definition)
    case .list(let elements):
      // Latitude and longitude are one place.
      if definition.isPlace, elements.allSatisfy(\.isNumber) { return [try node.settingText()] }
      guard !elements.isEmpty, elements.count <= Self.valuesMax else {
        throw node.refused(accepted: "1 to \(Self.valuesMax) values")
      }
      var values: [String] = []
      for element in elements { values.append(try element.settingText()) }
      return values
    }
  }

  /// `{ from: 50 m, to: 500 m, steps: 4 }` is 50 m, 200 m, 350 m, 500 m. Six digits of each count.
  private func range(
    _ node: SourceNode, of definition: SettingDefinition
  ) throws(InputError) -> [String] {
    guard let (dimension, unit) = definition.measured else {
      throw node.refused(
        "'\(definition.name)' is neither a length nor a duration nor a count, and has no range",
        accepted: "a value or a list of values")
    }
    let fields = try Fields(node, keys: Self.rangeKeys)
    func end(_ key: String) throws(InputError) -> Double {
      let field = try fields.required(key, accepted: dimension.description)
      guard let value = dimension.value(of: try field.text(dimension.description)), value >= 0
      else { throw field.refused(accepted: dimension.description) }
      return value
    }
    let (from, to) = (try end("from"), try end("to"))
    let steps = try fields.required("steps", accepted: "such as steps: 4")
      .wholeNumber(2...Self.valuesMax)
    let isGeometric = try fields["spacing"]?.choice(Spacing.self) == .geometric
    guard from != to, !isGeometric || min(from, to) > 0 else {
      throw node.refused(
        "'from' and 'to' span no range",
        accepted: isGeometric ? "two different values above 0" : "two different values")
    }
    return (0..<steps).map { step in
      let share = Double(step) / Double(steps - 1)
      let value = isGeometric ? from * pow(to / from, share) : from + (to - from) * share
      return plainText(unit.isEmpty ? value.rounded() : value) + unit
    }
  }
}

/// Six digits that count, without an exponent and without a point that nothing follows.
func plainText(_ value: Double) -> String {
  guard value > 0 else { return "0" }
  let places = max(0, 5 - Int(log10(value).rounded(.down)))
  let text = String(format: "%.\(places)f", value)
  guard text.contains(".") else { return text }
  let bare = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
  return String(bare.reversed())
}

extension SettingDefinition {
  /// What it measures and in which unit a number of it is written; nil for words and truth values.
  fileprivate var measured: (dimension: Dimension, unit: String)? {
    switch kind {
    case .meters, .optionalMeters: (.length, " m")
    case .duration, .optionalDuration: (.duration, " s")
    case .count: (.plainNumber, "")
    case .toggle, .choice, .text, .optionalText, .coordinate: nil
    }
  }
}

extension SourceNode {
  fileprivate var isNumber: Bool {
    if case .text(let text, _) = content { Double(text) != nil } else { false }
  }
}
