/// The formats in which records can be written.
package enum ExportFormat: String, CaseIterable, Sendable, Hashable {
  /// Every record, with the columns of a run's `fixes.csv`.
  case csv
  case ehePilotFirst = "ehe-csv-1"
  case ehePilotSecond = "ehe-csv-2"
  case gpx
  case geojson
  /// The bodies of upload requests, one per line.
  case overland
  case fhir
  /// A line for each local day.
  case days
  case trips
  case visits
  case checkIns = "checkins"
  case drives
  /// A text for people to read.
  case drivesText = "drives-text"

  /// True if the newest record can come first; a track always runs forward in time.
  package var takesNewestFirst: Bool { self != .gpx }
  /// True if the format draws a line, from which points can be left out.
  package var takesSimplification: Bool { self == .gpx || self == .geojson }

  var kinds: RecordKinds {
    switch self {
    case .csv, .days: .all
    case .overland: [.location, .visit, .log, .trip]
    case .fhir: [.location, .timeOutdoors]
    case .ehePilotFirst, .ehePilotSecond, .gpx, .geojson: .location
    case .trips: .trip
    case .visits: .visit
    case .checkIns: .crossing
    case .drives, .drivesText: .drive
    }
  }

  var order: RecordArchive.Order {
    switch self {
    case .csv, .overland, .fhir, .trips, .visits, .checkIns, .drives, .drivesText: .recording
    case .ehePilotFirst, .ehePilotSecond, .gpx, .geojson, .days: .time
    }
  }

  /// True if records are always read oldest first; the format itself then reverses its lines.
  var isReadForwards: Bool {
    self == .days || self == .visits || self == .drivesText
  }
}
