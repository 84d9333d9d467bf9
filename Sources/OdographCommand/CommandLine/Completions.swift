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
  static let setting = CompletionKind.list(ReferenceTable.settings.names)
  static let settingValue = CompletionKind.list(ReferenceTable.settings.names.map { $0 + "=" })
  static let behavior = CompletionKind.list(ReferenceTable.behaviors.names)
  static let measure = CompletionKind.list(ReferenceTable.measures.names)
}
