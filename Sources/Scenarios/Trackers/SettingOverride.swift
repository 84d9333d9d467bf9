import Text
import TrackingEngine

/// `--set NAME.setting=a,b,c`: another value for a tracker's setting, or several to try side by
/// side.
package struct SettingOverride: Sendable, Hashable {
  package var tracker: String
  package var setting: String
  /// At least one.
  package var values: [String]
  package var location = SourceLocation.commandLine

  /// A comma inside [ ] belongs to the value, so that `--set a.home=[45.5, -122.6],none` is two.
  ///
  /// - Parameter trackers: names that may stand before the point.
  package static func parse(_ text: String, trackers: [String]) throws(InputError)
    -> SettingOverride
  {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let form = "such as --set overland-high-resolution.minimumDistance=10 m,50 m"
    guard sides.count == 2, let point = sides[0].lastIndex(of: ".") else {
      throw InputError(.commandLine, "--set \(quoted(text)) is no setting", accepted: form)
    }
    let tracker = String(sides[0][..<point])
    guard trackers.contains(tracker) else {
      throw InputError(
        .commandLine, "--set \(quoted(text)): no tracker is called \(quoted(tracker))",
        word: tracker, oneOf: trackers)
    }
    let override = SettingOverride(
      tracker: tracker, setting: String(sides[0][sides[0].index(after: point)...]),
      values: values(in: sides[1]))
    var trial = TrackerSettings()
    for value in override.values {
      // A place's name can only be judged in a scenario.
      let isPlace = TrackerSettings.definition(named: override.setting)?.isPlace == true
      if isPlace, !value.hasPrefix("[") { continue }
      try trial.assign(SettingText(override.setting, value), places: PlaceNames([]))
    }
    return override
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
  /// Every combination of the overrides' values. A tracker of which several come about is named
  /// after its values: "overland-high-resolution minimumDistance=10 m".
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
    variant.settings.append(SettingText(override.setting, value, location: override.location))
    variant.places.removeAll { $0.setting == override.setting }
    if override.values.count > 1 { variant.name += " \(override.setting)=\(value)" }
    return variant
  }
}
