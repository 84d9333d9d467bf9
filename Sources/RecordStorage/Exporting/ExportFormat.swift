import TrackingEngine

/// The formats in which records can be exported.
package enum ExportFormat: String, CaseIterable, Sendable, Hashable {
  /// A CSV table of all records, with the columns of the file `fixes.csv` of a simulation run.
  case csv
  case ehePilotFirst = "ehe-csv-1"
  case ehePilotSecond = "ehe-csv-2"
  /// The entities of EHE-Pilot's data model, each as a CSV table.
  case ehePilotLocations = "ehe-locations"
  case ehePilotOutdoors = "ehe-outdoors"
  case ehePilotHome = "ehe-home"
  case gpx
  case geojson
  /// The bodies of requests to an Overland server, one per line.
  case overland
  case fhir
  /// A CSV table with a line for each local day.
  case days
  case trips
  case visits
  case checkIns = "checkins"
  case drives
  /// A list of drives as text for people to read.
  case drivesText = "drives-text"

  /// True if the export can begin with the newest record. GPX cannot, because a track runs forward
  /// in time.
  package var takesNewestFirst: Bool { self != .gpx }
  /// True if the format contains a track, from which positions can be left out.
  package var takesSimplification: Bool { self == .gpx || self == .geojson }

  var kinds: RecordKinds {
    switch self {
    case .csv, .days: .all
    case .overland: [.location, .visit, .log, .trip]
    case .fhir: [.location, .timeOutdoors]
    case .ehePilotFirst, .ehePilotSecond, .ehePilotLocations, .gpx, .geojson: .location
    case .ehePilotOutdoors: .timeOutdoors
    case .ehePilotHome: []
    case .trips: .trip
    case .visits: .visit
    case .checkIns: .crossing
    case .drives, .drivesText: .drive
    }
  }

  var order: RecordArchive.Order {
    switch self {
    case .csv, .overland, .fhir, .trips, .visits, .checkIns, .drives, .drivesText,
      .ehePilotOutdoors,
      .ehePilotHome:
      .recording
    case .ehePilotFirst, .ehePilotSecond, .ehePilotLocations, .gpx, .geojson, .days: .time
    }
  }

  /// True if the export always reads the records oldest first.
  ///
  /// If the newest entry has to come first in the file, the format's writer reverses the entries.
  var isReadForwards: Bool {
    switch self {
    case .days, .visits, .drivesText, .ehePilotOutdoors: true
    case .csv, .ehePilotFirst, .ehePilotSecond, .ehePilotLocations, .ehePilotHome, .gpx, .geojson,
      .overland, .fhir, .trips, .checkIns, .drives:
      false
    }
  }
}
