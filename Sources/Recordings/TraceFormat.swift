import Foundation
import Text
import Timekeeping

/// The format of a recording's file, recognized by its first bytes.
enum TraceFormat {
  case gpx, csv, ownTracks, compass, gnssLogger
  case json(JSONRecording)
  /// Floating-car data, as SUMO writes it.
  case floatingCars
  /// The raw output of a GPS receiver.
  case receiverLog(ReceiverLog)
  /// A format that the external program GPSBabel converts.
  case foreign(GPSBabel.Format)

  static let bytesToRecognizeBy = 1 << 16
  static let accepted =
    "GPX, CSV with a header line, GeoJSON, Google's Timeline, OwnTracks' .rec, Compass's days,"
    + " GnssLogger's fixes, FHIR bundles of geopositions, SUMO's FCD, gpsd's JSON, with gpsdecode"
    + " a receiver's log, or with GPSBabel TCX, KML, IGC or FIT; plain or gzipped"

  init(beginning: Data, location: SourceLocation) throws(InputError) {
    let bytes = [UInt8](beginning).trimmingByteOrderMark
    guard !bytes.isEmpty else {
      throw InputError(location, "the file is empty", accepted: TraceFormat.accepted)
    }
    let first = bytes.first { !isSpace($0) && $0 != 0x1E }
    if first == UInt8(ascii: "<") {
      self = try TraceFormat(
        rootElement: try XMLProlog(bytes, location: location).rootElement, location)
    } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      self = try TraceFormat(json: bytes, location)
    } else if OwnTracksReader.isRecording(firstLineOf: bytes) {
      self = .ownTracks
    } else if CompassDay.isRecording(firstLineOf: bytes) {
      self = .compass
    } else if GnssLoggerReader.isRecording(beginning: bytes) {
      self = .gnssLogger
    } else if let format = GPSBabel.Format(beginning: bytes) {
      self = .foreign(format)
    } else if !bytes.contains(0), CSVHeader(firstLineOf: bytes)?.isRecognized == true {
      // Before receivers' logs: digits of a CSV file can look like frames of Javad.
      self = .csv
    } else if let log = ReceiverLog(beginning: bytes) {
      self = .receiverLog(log)
    } else {
      let other = TraceFormat.nameOfOther(bytes)
      if other == nil, !bytes.contains(0), let header = CSVHeader(firstLineOf: bytes),
        header.names.count > 2
      {
        throw header.refusal(location)
      }
      if let error = TraceFormat.encodingError(of: bytes, location) { throw error }
      throw TraceFormat.refusal(other, location)
    }
  }

  private init(json bytes: [UInt8], _ location: SourceLocation) throws(InputError) {
    guard let recording = JSONRecording(beginning: bytes) else {
      throw TraceFormat.refusal("JSON of this kind", location)
    }
    // gpspipe writes a few lines of JSON before the receiver's output.
    if case .gpsd = recording, !GPSDReportReader.hasReports(bytes),
      let log = ReceiverLog(beginning: bytes)
    {
      self = .receiverLog(log)
    } else {
      self = .json(recording)
    }
  }

  private init(rootElement root: String, _ location: SourceLocation) throws(InputError) {
    switch root {
    case "gpx": self = .gpx
    case "fcd-export": self = .floatingCars
    case "TrainingCenterDatabase": self = .foreign(.tcx)
    case "kml": self = .foreign(.kml)
    case "html", "HTML": throw TraceFormat.refusal("HTML", location)
    case "": throw TraceFormat.refusal(nil, location)
    default:
      throw TraceFormat.refusal("XML with the root element \(quoted(root))", location)
    }
  }

  /// Refuses a file that another program would have to convert, if the options allow none, and an
  /// option that a file of this format has no use for.
  func refuseUnfit(_ options: TraceOptions, _ location: SourceLocation) throws(InputError) {
    if !options.runsPrograms, needsProgram {
      throw TraceFormat.refusal("a file that needs a converter", location)
    }
    if let name = options.trajectory, name != "all", !options.isLog, !namesTrajectories {
      throw InputError(
        location, "the trajectory is \(quoted(name)), but this format names none",
        accepted: "the option left out, since all of the file is read")
    }
    if options.origin != nil, !mayBeInMeters {
      throw InputError(
        location, "an origin is given, but this format has positions in degrees",
        accepted: "the option left out")
    }
  }

  private var needsProgram: Bool {
    switch self {
    case .receiverLog, .foreign: true
    case .gpx, .csv, .ownTracks, .compass, .gnssLogger, .json, .floatingCars: false
    }
  }

  private var namesTrajectories: Bool {
    switch self {
    case .csv, .ownTracks, .compass, .floatingCars: true
    case .json(let recording):
      switch recording {
      case .geoJSON, .ownTracks, .gpsd, .fhir: true
      case .googleMonth, .googleTimeline, .googleRecords: false
      }
    case .gpx, .gnssLogger, .receiverLog, .foreign: false
    }
  }

  private var mayBeInMeters: Bool {
    switch self {
    case .csv, .floatingCars: true
    case .gpx, .ownTracks, .compass, .gnssLogger, .json, .receiverLog, .foreign: false
    }
  }

  private static func refusal(_ name: String?, _ location: SourceLocation) -> InputError {
    InputError(
      location, name.map { "\($0) is not a supported format" } ?? "not a supported format",
      accepted: accepted)
  }

  /// Returns the error for text that is not UTF-8, by its first line; nil for UTF-8 and for bytes
  /// that are no text.
  private static func encodingError(
    of bytes: [UInt8], _ location: SourceLocation
  ) -> InputError? {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let isText = line.count < bytesToRecognizeBy && bytes.allSatisfy { $0 >= 0x20 || isSpace($0) }
    guard bytes.beginUTF16 || isText && String(validating: line, as: UTF8.self) == nil
    else { return nil }
    return InputError(notUTF8: line, location, asWhat: "a recording")
  }

  private static func nameOfOther(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return text.hasPrefix("#") && text.contains("Raw,") ? "GnssLogger text" : nil
  }
}

extension [UInt8] {
  var trimmingByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}

extension TraceOptions {
  /// A list of the accepted formats of recordings, for messages.
  package static var acceptedFormats: String { TraceFormat.accepted }
}
