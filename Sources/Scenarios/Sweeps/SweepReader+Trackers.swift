import Documents
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
    guard node["app", of: ScenarioKeys.appTracker] == nil else { return try app(node) }
    let fields = try Fields(node, keys: SweepKeys.tracker)
    let presetNode = try fields.required("preset", accepted: "a preset's name or file")
    var overrides: [SettingOverride] = []
    for entry in try fields["set"]?.entries("a mapping of settings to values") ?? [] {
      overrides.append(try override(entry))
    }
    return SweepDocument.Tracker(
      preset: try presetNode.presetName(), name: try fields["name"]?.visibleName(),
      contract: try fields.choice("contract", as: ServerContract.self)?.rawValue,
      overrides: overrides, location: node.location)
  }

  /// Reads a tracker that is an app of the user's own.
  private func app(_ node: SourceNode) throws(InputError) -> SweepDocument.Tracker {
    let fields = try Fields(node, keys: ScenarioKeys.appTracker)
    if let plist = fields["plist"] {
      throw plist.refused(
        "'plist' stands in a sweep", accepted: "an app's description in YAML that names it")
    }
    let node = try fields.required("app", accepted: "an app's path")
    let path = ScenarioInheritance.path(try node.text("an app's path"), from: node.location)
    let app = try AppFile(reading: path, location: node.location)
    var overrides: [SettingOverride] = []
    for entry in try fields["set"]?.entries("a mapping of settings to values") ?? [] {
      overrides.append(try override(entry, of: app))
    }
    return SweepDocument.Tracker(
      preset: path, name: try fields["name"]?.visibleName(),
      contract: try fields.choice("contract", as: ServerContract.self)?.rawValue,
      overrides: overrides, location: node.location)
  }

  // MARK: Settings

  /// Reads the values of a setting that an app declares: one value, or a list of values.
  private func override(
    _ entry: SourceEntry, of app: AppFile
  ) throws(InputError) -> SettingOverride {
    var values: [String] = []
    if case .list(let elements) = entry.value.content {
      for element in elements { values.append(try element.text("a value")) }
    } else {
      values = [try entry.value.text("a value or a list of values")]
    }
    _ = try app.assigning(
      values.map { SettingText(ofApp: entry.key, $0, location: entry.keyLocation) })
    return SettingOverride(
      tracker: "", setting: entry.key, values: values, location: entry.value.location)
  }

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
