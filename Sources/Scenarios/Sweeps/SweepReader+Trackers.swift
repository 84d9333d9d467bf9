import Text
import TrackingEngine

extension SweepReader {
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
        preset: try node.presetName(), overrides: [], location: node.location)
    }
    let fields = try Fields(node, keys: SweepKeys.tracker)
    try fields.refuseTogether("preset", "app")
    let preset =
      if let app = fields["app"] {
        ScenarioInheritance.path(try app.text("an app's path"), from: app.location)
      } else {
        try fields.required("preset", accepted: "a preset's name or file").presetName()
      }
    var overrides: [SettingOverride] = []
    for entry in try fields["set"]?.entries("a mapping of settings to values") ?? [] {
      overrides.append(try override(entry))
    }
    return SweepDocument.Tracker(
      preset: preset, name: try fields["name"]?.visibleName(),
      contract: try fields.choice("contract", as: ServerContract.self)?.rawValue,
      overrides: overrides, location: node.location)
  }

  // MARK: Settings

  private func override(_ entry: SourceEntry) throws(InputError) -> SettingOverride {
    let definition = try entry.settingDefinition()
    let values = try values(entry.value, of: definition)
    try entry.value.refuseUnfit(values, of: definition)
    return SettingOverride(
      tracker: "", setting: entry.key, values: values, location: entry.value.location)
  }

  /// Reads the values of a setting: one value, a list of values, or a range.
  private func values(
    _ node: SourceNode, of definition: SettingDefinition
  ) throws(InputError) -> [String] {
    switch node.content {
    case .text: return [try node.settingText()]
    case .mapping:
      let fields = try Fields(node, keys: PlanKeys.range)
      let range = try SettingRange(fields, of: definition)
      let steps = try fields.requiredWholeNumber("steps", accepted: "such as steps: 4")
      return range.values(steps: steps)
    case .list(let elements):
      // A list of two numbers, latitude and longitude, is one place.
      if definition.isPlace, elements.allSatisfy(\.isNumber) { return [try node.settingText()] }
      return try node.settingValues(elements, of: definition)
    }
  }
}

extension SourceNode {
  fileprivate var isNumber: Bool {
    if case .text(let text, _) = content { Double(text) != nil } else { false }
  }
}
