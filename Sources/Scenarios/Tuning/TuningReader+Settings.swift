import Documents
import Text
import TrackingEngine

extension TuningReader {
  func settings(_ fields: Fields) throws(InputError) -> [TuningDocument.Setting] {
    let what = "a mapping of settings to ranges or lists of values"
    let node = try fields.required("settings", accepted: what)
    var settings: [TuningDocument.Setting] = []
    for entry in try node.entries(what) {
      let definition = try entry.settingDefinition()
      guard !definition.isPlace else {
        throw InputError(
          entry.keyLocation, "'\(entry.key)' is a place, and scenarios define the places",
          accepted: "a setting that is a length, a duration, a count, a word or a truth value")
      }
      settings.append(
        TuningDocument.Setting(
          name: entry.key, space: try space(entry.value, of: definition),
          location: entry.keyLocation))
    }
    guard !settings.isEmpty else { throw node.refused(accepted: "at least one setting") }
    return settings
  }

  private func space(
    _ node: SourceNode, of definition: SettingDefinition
  ) throws(InputError) -> SettingSpace {
    switch node.content {
    case .text:
      throw node.refused(
        "'\(definition.name)' has one value, so there is nothing to search",
        accepted: "a list of values, or a range such as { from: 30 m, to: 300 m }")
    case .list(let elements):
      let values = try node.settingValues(elements, of: definition)
      try node.refuseUnfit(values, of: definition)
      guard values.count > 1 else {
        throw node.refused(
          "'\(definition.name)' has one value, so there is nothing to search",
          accepted: "two values or more")
      }
      return .choice(values)
    case .mapping: return try range(node, of: definition)
    }
  }

  private func range(
    _ node: SourceNode, of definition: SettingDefinition
  ) throws(InputError) -> SettingSpace {
    let fields = try Fields(node, keys: PlanKeys.range)
    let range = try SettingRange(fields, of: definition)
    guard range.from < range.to else {
      throw node.refused("'from' is above 'to'", accepted: "the lower one first")
    }
    guard let steps = try fields.wholeNumber("steps") else {
      try node.refuseUnfit(
        [range.roundedText(range.from), range.roundedText(range.to)], of: definition)
      return .range(range)
    }
    let values = range.values(steps: steps)
    try node.refuseUnfit(values, of: definition)
    return .steps(values)
  }
}
