import Documents
import Geodesy
import Recordings
import Text
import Timekeeping
import TrackingEngine
import World

extension ScenarioReader {
  func readTrackers(
    _ node: SourceNode?, places: PlaceNames
  ) throws(InputError) -> [TrackerChoice] {
    guard let node else { return Scenario.defaultPresets.map { TrackerChoice(preset: $0) } }
    let elements = try node.list("a list of presets")
    guard !elements.isEmpty else { throw node.refused(accepted: "at least one tracker") }
    var trackers: [TrackerChoice] = []
    for element in elements {
      let tracker = try readTracker(element, places: places)
      guard !trackers.contains(where: { $0.name == tracker.name }) else {
        throw element.refused(
          "two trackers are called \(quoted(tracker.name))",
          accepted: "a 'name:' of its own for each")
      }
      trackers.append(tracker)
    }
    return trackers
  }

  func readTracker(
    _ node: SourceNode, places: PlaceNames = PlaceNames([])
  ) throws(InputError) -> TrackerChoice {
    guard case .mapping = node.content else { return try chosen(node, at: node.location) }
    guard node["app", of: ScenarioKeys.appTracker] == nil else { return try readApp(node) }
    let fields = try Fields(node, keys: ScenarioKeys.tracker)
    let presetNode = try fields.required("preset", accepted: listing(vocabulary.presets))
    var tracker = try chosen(presetNode, at: node.location)
    try readNames(fields, of: &tracker)
    try readSettings(fields["set"], of: &tracker, places: places)
    for setting in TrackerSettings.placeSettings {
      guard let value = fields[setting] else { continue }
      let coordinate: Coordinate? =
        if case .text("none", _) = value.content { nil } else {
          places.coordinate(try places.waypoint(value))
        }
      tracker.places.append(PlaceBinding(setting, coordinate, location: value.location))
    }
    return tracker
  }

  /// Reads the settings that replace the preset's, or those that the app declares. Each is checked
  /// here, so that an error is reported before anything runs.
  private func readSettings(
    _ node: SourceNode?, of tracker: inout TrackerChoice, places: PlaceNames
  ) throws(InputError) {
    var trial = TrackerSettings()
    for entry in try node?.entries("a mapping of settings to values") ?? [] {
      let value = try entry.value.settingText()
      let text: SettingText
      if let app = tracker.app {
        text = SettingText(ofApp: entry.key, value, location: entry.keyLocation)
        _ = try app.assigning([text])
      } else {
        text = SettingText(entry.key, value, location: entry.keyLocation)
        try trial.assign(text, places: places)
      }
      tracker.settings.append(text)
    }
  }

  private func readNames(
    _ fields: Fields, of tracker: inout TrackerChoice
  ) throws(InputError) {
    if let name = fields["name"] {
      tracker.name = try name.visibleName()
      tracker.origin = tracker.name
    }
    tracker.contract = try fields.choice("contract", as: ServerContract.self)?.rawValue
  }

  /// Reads a tracker that is an app of the user's own.
  private func readApp(_ node: SourceNode) throws(InputError) -> TrackerChoice {
    let fields = try Fields(node, keys: ScenarioKeys.appTracker)
    let app = try fields.required("app", accepted: "an app's path")
    let path = ScenarioInheritance.path(try app.text("an app's path"), from: app.location)
    let plist = try fields["plist"].map { (plist) throws(InputError) in
      ScenarioInheritance.path(try plist.text("a path"), from: plist.location)
    }
    var tracker = TrackerChoice(
      app: try AppFile(reading: path, plistPath: plist, location: app.location))
    tracker.location = node.location
    try readNames(fields, of: &tracker)
    try readSettings(fields["set"], of: &tracker, places: PlaceNames([]))
    return tracker
  }

  /// Reads a tracker's preset: a preset's name, or the path of a user's own preset.
  ///
  /// The path is relative to the folder of the file that contains it. A tracker with a user's own
  /// preset gets its name from the preset's file.
  private func chosen(
    _ node: SourceNode, at location: SourceLocation
  ) throws(InputError) -> TrackerChoice {
    let text = try node.text("a preset's name or a preset's file")
    if PresetLibrary.isPath(text) {
      let path = ScenarioInheritance.path(text, from: node.location)
      return try TrackerChoice(ownPreset: path, mention: node.location, location: location)
    }
    guard vocabulary.presets.contains(text) else {
      throw InputError(
        node.location, "no preset is called \(quoted(text))", word: text,
        oneOf: vocabulary.presets)
    }
    return TrackerChoice(preset: text, location: location)
  }
}
