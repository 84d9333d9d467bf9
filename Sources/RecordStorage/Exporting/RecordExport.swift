import Text
import Timekeeping
import TrackingEngine

/// An export of a store's records in one of the formats.
///
/// It writes the text piece by piece, so that exporting a year needs no more memory than a day.
package struct RecordExport {
  private static let pieceBytes = 1 << 16

  package var format: ExportFormat
  /// The range of times; only records whose fixes are in it are exported.
  package var range = Instant.distantPast..<Instant.distantFuture
  package var isNewestFirst = false
  /// True if the export leaves out positions that hardly change a track's course; see
  /// `TrackSimplifier`.
  package var isSimplified = false
  /// The calendar that divides the records into local days.
  package var calendar = LocalCalendar.utc
  /// The name that the exported file gives to a track.
  package var name = "Odograph"
  /// The home that the app keeps beside the store; nil if it is not known.
  package var home: HomeLocation?

  /// The settings by which an upload would write the records; for the format `overland`.
  package var settings = TrackerSettings()
  /// The `unique_id` of the device, for the format `overland`.
  package var uniqueIdentifier = ""

  package init(_ format: ExportFormat) { self.format = format }

  /// Writes the records of an archive.
  ///
  /// - Parameter output: a function that receives the text in pieces, in UTF-8.
  /// - Throws: `RecordStoreError` if the store cannot be read, and any error that `output` throws.
  package func write(_ archive: RecordArchive, to output: ([UInt8]) throws -> Void) throws {
    var text = TextBuffer()
    var writer = try makeWriter(for: archive)
    writer.begin(&text)
    try forEachRecord(in: archive) { record, extras in
      writer.add(record, extras, to: &text)
      guard text.count >= Self.pieceBytes else { return }
      try output(text.bytes)
      text.removeAll()
    }
    writer.end(&text)
    try output(text.bytes)
  }

  private func forEachRecord(
    in archive: RecordArchive, _ body: (Record, RecordArchive.Extras) throws -> Void
  ) throws {
    guard isSimplified, format.takesSimplification else {
      return try archive.forEach(selection, body)
    }
    var simplifier = TrackSimplifier()
    try archive.forEach(selection) { record, _ in
      guard record.location.horizontalAccuracyMeters >= 0 else { return }
      for kept in simplifier.add(record) { try body(kept, RecordArchive.Extras()) }
    }
    for kept in simplifier.finish() { try body(kept, RecordArchive.Extras()) }
  }

  private var selection: RecordArchive.Selection {
    var selection = RecordArchive.Selection()
    selection.kinds = format.kinds
    selection.range = range
    selection.order = format.order
    selection.isNewestFirst = isNewestFirst && !format.isReadForwards && format.takesNewestFirst
    return selection
  }

  private func overlandExport(of archive: RecordArchive) throws -> OverlandExport {
    // With the newest records first, the newest position is in the first request anyway.
    OverlandExport(
      settings, uniqueIdentifier: uniqueIdentifier, waitingCount: try archive.count(selection),
      newest: isNewestFirst ? nil : try archive.newestLocation(in: selection))
  }

  private func makeWriter(for archive: RecordArchive) throws -> any RecordWriter {
    switch format {
    case .csv: FixesCSV()
    case .ehePilotFirst: EHEPilotFirstCSV()
    case .ehePilotSecond: EHEPilotSecondCSV(calendar: calendar, isNewestFirst: isNewestFirst)
    case .ehePilotLocations: EHEPilotLocations()
    case .ehePilotOutdoors: EHEPilotOutdoors(isNewestFirst: isNewestFirst)
    case .ehePilotHome: EHEPilotHome(home: home)
    case .gpx: GPXTrack(name: name)
    case .geojson: GeoJSONExport()
    case .overland: try overlandExport(of: archive)
    case .fhir: FHIRExport()
    case .days: DaysCSV(calendar: calendar, isNewestFirst: isNewestFirst)
    case .trips: TripsCSV()
    case .visits: VisitsCSV(isNewestFirst: isNewestFirst)
    case .checkIns: CheckInsCSV()
    case .drives: DrivesCSV()
    case .drivesText: DrivesText(calendar: calendar, isNewestFirst: isNewestFirst)
    }
  }
}
