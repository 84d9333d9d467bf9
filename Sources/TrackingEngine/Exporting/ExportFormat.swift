/// What records can be written as.
package enum ExportFormat: String, CaseIterable, Sendable, Hashable {
  /// Every record, with the columns of a run's `fixes.csv`.
  case csv
  case ehePilotFirst = "ehe-csv-1"
  case ehePilotSecond = "ehe-csv-2"
  case gpx
  case geojson
  /// A line a request body, as for upload.
  case overland
  case fhir
  /// A line a local day.
  case days
  case trips
  case visits
  case checkIns = "checkins"
  case drives
  /// For people.
  case drivesText = "drives-text"

  /// A track runs forward in time.
  package var takesNewestFirst: Bool { self != .gpx }
  /// Whether it draws a line, of which points can be left out.
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

  /// Those that sum things up read forwards, and turn their lines round by themselves.
  var isReadForwards: Bool {
    self == .days || self == .visits || self == .drivesText
  }
}
