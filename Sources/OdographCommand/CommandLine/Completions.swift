import ArgumentParser
import Reporting
import Scenarios
import TrackingEngine

extension CompletionKind {
  /// Completes the paths of scenarios and recordings, recognized by the endings of their names.
  static let scenario = CompletionKind.file(extensions: [
    "yaml", "yml", "gpx", "csv", "geojson", "json", "rec", "xml", "jsonl", "nmea", "tcx", "kml",
    "fit", "igc", "gz",
  ])
  static let plan = CompletionKind.file(extensions: ["yaml", "yml"])
  static let preset = CompletionKind.list(PresetLibrary.names)
  // Every command reads these when it starts, so that they come from the tables alone. The
  // reference of the settings would read all presets.
  static let setting = CompletionKind.list(TrackerSettings.definitions.map(\.name))
  static let settingValue = CompletionKind.list(TrackerSettings.definitions.map { $0.name + "=" })
  static let behavior = CompletionKind.list(BehaviorKind.allCases.map(\.rawValue))
  static let measure = CompletionKind.list(ReferenceTable.measures.names)
}
