import Files
import Foundation
import Text
import Timekeeping
import World

extension Trace {
  package static let maximumBytes = 1 << 30
  /// A list of the formats of recordings that can be read, for messages.
  package static let acceptedFormats = TraceFormat.accepted

  /// Reads a recording in any of the formats of `TraceFormat`, plain or gzipped.
  ///
  /// The first bytes determine the format; the file's name does not matter. Even a very large file
  /// that is no recording is therefore refused at once. A file that is damaged further on is
  /// refused as a whole.
  package static func read(
    path: String, options: TraceOptions = TraceOptions()
  ) throws(InputError) -> Trace {
    try read(path: path, options: options, mention: .commandLine)
  }

  package static func read(
    path: String, options: TraceOptions, mention: SourceLocation
  ) throws(InputError) -> Trace {
    let (assembly, location) = try TraceAssembly.read(
      path: path, options: options, mention: mention)
    let name = URL(fileURLWithPath: path).lastPathComponent.printable
    var trace = try assembly.trace(name: name, location: location)
    try trace.set(options.modes, in: options.calendar, location: mention)
    return trace
  }
}

extension TraceAssembly {
  /// Reads the points of a recording as they stand in its file.
  static func read(
    path: String, options: TraceOptions, mention: SourceLocation
  ) throws(InputError) -> (assembly: TraceAssembly, location: SourceLocation) {
    let maximumBytes = Trace.maximumBytes
    let file = try InputFile(
      path: path, maximumBytes: maximumBytes, asWhat: TraceFormat.accepted, mention: mention)
    let isGzipped = Gunzip.isGzipped(file.bytes)
    let unpacked = isGzipped ? Gunzip(file.bytes, limit: TraceFormat.bytesToRecognizeBy) : nil
    // A file that cannot be unpacked at all gets its own message, not that of an empty file.
    if let unpacked, unpacked.bytes.isEmpty { _ = try file.unpacked(limit: maximumBytes) }
    let beginning = unpacked?.bytes ?? file.bytes.prefix(TraceFormat.bytesToRecognizeBy)
    let format = try TraceFormat(beginning: beginning, location: file.location)
    try format.refuseUnfit(options, file.location)
    let bytes = try file.unpacked(limit: maximumBytes)
    var assembly =
      switch format {
      case .gpx: try GPXReader.read(bytes, location: file.location)
      case .csv: try CSVReader.read(bytes, options: options, location: file.location)
      case .ownTracks: try OwnTracksReader.read(bytes, options: options, location: file.location)
      case .compass:
        try GeoJSONReader.read(
          CompassDay.features(bytes), options: options, location: file.location)
      case .gnssLogger: try GnssLoggerReader.read(bytes, location: file.location)
      case .json(let recording):
        try read(bytes, as: recording, options: options, location: file.location)
      case .floatingCars:
        try FloatingCarReader.read(bytes, options: options, location: file.location)
      case .receiverLog(let log):
        try log.read(bytes, start: options.start, location: file.location)
      case .foreign(let format):
        try GPSBabel(reading: format, location: file.location)
          .read(bytes, start: options.start)
      }
    if let start = options.start, !options.readsAllTrajectories {
      assembly.moveDates(toGivenStart: start)
    }
    return (assembly, file.location)
  }

  private static func read(
    _ bytes: Data, as recording: JSONRecording, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    switch recording {
    case .geoJSON: try GeoJSONReader.read(bytes, options: options, location: location)
    case .googleMonth: try GoogleMonthReader.read(bytes, location: location)
    case .googleTimeline: try GoogleTimelineReader.read(bytes, location: location)
    case .googleRecords: try GoogleRecordsReader.read(bytes, location: location)
    case .ownTracks: try OwnTracksReader.read(bytes, options: options, location: location)
    case .gpsd: try GPSDReportReader.read(bytes, options: options, location: location)
    case .fhir: try FHIRReader.read(bytes, options: options, location: location)
    }
  }
}

extension LocalCalendar {
  /// Returns a time zone of whole hours, guessed from the longitude at which a recording begins.
  /// The guess is accurate enough to distinguish night from day.
  package static func guess(for trace: Trace) -> LocalCalendar {
    let hours = Int(((trace.points.first?.coordinate.longitude ?? 0) / 15).rounded())
    return hours == 0 ? .utc : .hoursAhead(hours)
  }
}
