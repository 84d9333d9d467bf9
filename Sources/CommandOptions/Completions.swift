import ArgumentParser
import Scenarios
import TrackingEngine

extension CompletionKind {
  /// Completes the paths of scenarios and recordings, recognized by the endings of their names.
  package static let scenario = CompletionKind.file(extensions: [
    "yaml", "yml", "gpx", "csv", "geojson", "json", "rec", "xml", "jsonl", "nmea", "tcx", "kml",
    "fit", "igc", "gz",
  ])
  package static let plan = CompletionKind.file(extensions: ["yaml", "yml"])
  package static let preset = CompletionKind.list(PresetLibrary.names)
  // Every command reads these when it starts, so that they come from the tables alone. The
  // reference of the settings would read all presets.
  package static let setting = CompletionKind.list(TrackerSettings.definitions.map(\.name))
  package static let settingValue = CompletionKind.list(
    TrackerSettings.definitions.map { $0.name + "=" })
  package static let behavior = CompletionKind.list(BehaviorKind.allCases.map(\.rawValue))
}
