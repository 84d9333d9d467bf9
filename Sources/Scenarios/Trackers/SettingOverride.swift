import Text
import TrackingEngine

/// The option `--set NAME.setting=a,b,c`: one value for a tracker's setting, or several values to
/// compare. If there is only one tracker, its name may be left out.
package struct SettingOverride: Sendable, Hashable {
  package var tracker: String
  package var setting: String
  /// The values of the setting; at least one.
  package var values: [String]
  package var location = SourceLocation.commandLine

  /// Reads the option's text. A comma inside brackets does not separate values: `--set
  /// a.home=[45.5,-122.6],none` has two values.
  ///
  /// - Parameters:
  ///   - trackers: the trackers' names that may come before the point in `NAME.setting`.
  ///   - apps: the apps among the trackers, which declare settings of their own.
  package static func parse(
    _ text: String, trackers: [String], apps: [String: AppFile] = [:]
  ) throws(InputError) -> SettingOverride {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].isEmpty else {
      throw InputError(
        .commandLine, "--set \(quoted(text)) sets nothing",
        accepted: "such as --set overland-high-resolution.minimumDistance=10m,50m")
    }
    let (tracker, setting) = try target(sides[0], of: text, trackers: trackers)
    if let app = apps[tracker] {
      let values = values(in: sides[1])
      _ = try app.assigning(values.map { SettingText(ofApp: setting, $0) })
      return SettingOverride(tracker: tracker, setting: setting, values: values)
    }
    let name = AppleSpelling.name(setting)
    let override = SettingOverride(
      tracker: tracker, setting: name,
      values: values(in: sides[1]).map { AppleSpelling.value($0, of: name) })
    var trial = TrackerSettings()
    for value in override.values {
      // A place's name can only be checked against a scenario.
      let isPlace = TrackerSettings.definition(named: override.setting)?.isPlace == true
      if isPlace, !value.hasPrefix("[") { continue }
      try trial.assign(SettingText(override.setting, value), places: PlaceNames([]))
    }
    return override
  }

  /// Returns true if the text does not begin with a tracker's name, as in "desiredAccuracy=best".
  /// The setting then belongs to the only tracker.
  package static func namesNoTracker(_ text: String) -> Bool {
    let side = text.prefix { $0 != "=" }
    return !side.contains(".") || side.hasPrefix(AppleSpelling.manager)
  }

  /// Reads the tracker's name and the setting's name from the text before the equals sign.
  private static func target(
    _ side: Substring, of text: String, trackers: [String]
  ) throws(InputError) -> (tracker: String, setting: String) {
    guard !namesNoTracker(text), let point = side.lastIndex(of: ".") else {
      if let only = trackers.first, trackers.count == 1 { return (only, String(side)) }
      throw InputError(
        .commandLine, "--set \(quoted(text)) does not name a tracker",
        accepted: "TRACKER.\(side)=…, with TRACKER one of \(listing(trackers))")
    }
    let tracker = String(side[..<point])
    guard trackers.contains(tracker) else {
      throw InputError(
        .commandLine, "--set \(quoted(text)): no tracker is called \(quoted(tracker))",
        word: tracker, oneOf: trackers)
    }
    return (tracker, String(side[side.index(after: point)...]))
  }

  private static func values(in text: Substring) -> [String] {
    var values = [""]
    var depth = 0
    for character in text {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == ",", depth <= 0 {
        values.append("")
      } else {
        values[values.count - 1].append(character)
      }
    }
    return values.map { String(Substring($0).trimmed) }
  }
}

extension [TrackerChoice] {
  /// Returns the trackers after the overrides. If the overrides give several values for a tracker's
  /// settings, each combination of values makes one variant of the tracker.
  ///
  /// A variant's name contains its values: "overland-high-resolution minimumDistance=10 m".
  package func applying(_ overrides: [SettingOverride]) -> [TrackerChoice] {
    flatMap { choice in
      overrides.filter { $0.tracker == choice.name }.reduce([choice]) { variants, override in
        variants.flatMap { variant in override.values.map { variant.with(override, value: $0) } }
      }
    }
  }
}

extension TrackerChoice {
  fileprivate func with(_ override: SettingOverride, value: String) -> TrackerChoice {
    var variant = self
    variant.settings.append(
      app == nil
        ? SettingText(override.setting, value, location: override.location)
        : SettingText(ofApp: override.setting, value, location: override.location))
    variant.places.removeAll { $0.setting == override.setting }
    if override.values.count > 1 { variant.name += " \(override.setting)=\(value)" }
    return variant
  }
}
