import Files
import Foundation
import Text
import Timekeeping

/// A reader of recordings in other formats, which the program GPSBabel converts into GPX if it is
/// installed.
struct GPSBabel {
  enum Format: CaseIterable {
    case tcx, kml, igc, nmea, fit

    var name: String {
      switch self {
      case .tcx: "TCX"
      case .kml: "KML"
      case .igc: "IGC"
      case .nmea: "NMEA"
      case .fit: "FIT"
      }
    }

    fileprivate var argument: String {
      switch self {
      case .tcx: "gtrnctr"
      case .kml: "kml"
      case .igc: "igc"
      case .nmea: "nmea"
      case .fit: "garmin_fit"
      }
    }

    /// Recognizes FIT and IGC. `TraceFormat` recognizes the XML formats by their root element, and
    /// `ReceiverLog` recognizes NMEA.
    init?(beginning bytes: [UInt8]) {
      if bytes.count > 12, bytes[8..<12].elementsEqual(".FIT".utf8) {
        self = .fit
        return
      }
      let lines = bytes.split(maxSplits: 200, whereSeparator: { $0 == 10 || $0 == 13 }).prefix(200)
      let text = lines.lazy.map { String(decoding: $0.prefix(80), as: UTF8.self) }
      guard text.first?.hasPrefix("A") == true, text.contains(where: { $0.hasPrefix("HFDTE") })
      else { return nil }
      self = .igc
    }
  }

  private let program: ExternalProgram
  private let format: Format
  private let location: SourceLocation

  /// Finds the installed GPSBabel for a format.
  ///
  /// - Throws: `InputError` if GPSBabel is not installed.
  init(reading format: Format, location: SourceLocation) throws(InputError) {
    program = try ExternalProgram(
      "GPSBabel", command: "gpsbabel", package: "gpsbabel", for: format.name, location: location)
    self.format = format
    self.location = location
  }

  static var isInstalled: Bool { InstalledProgram.path(of: "gpsbabel") != nil }

  /// Reads a recording by running GPSBabel.
  ///
  /// - Parameter start: an instant on the recorded day, for NMEA sentences that contain only the
  ///   time of day.
  func read(_ bytes: Data, start: Instant?) throws(InputError) -> TraceAssembly {
    if case .tcx = format { try XMLTags.refuseOversized(bytes, location: location) }
    let gpx = ConvertedRecording(
      bytes: try converted(bytes, day: start), program: "GPSBabel", pointMark: "<trkpt",
      location: location)
    var assembly = try gpx.read { (gpx) throws(InputError) in
      try GPXReader.read(gpx, location: location)
    }
    if case .tcx = format { assembly.set(SportSpans(tcx: bytes)) }
    if case .fit = format { assembly.set(SportSpans(fit: bytes)) }
    if case .igc = format {
      assembly.keepLastOfOverlappingTracks()
      assembly.markFlights()
    }
    guard assembly.segments.contains(where: { !$0.isEmpty }) || assembly.pointsWithoutTime > 0
    else {
      throw InputError(
        location, "GPSBabel finds no position with a time in this \(format.name)",
        accepted: format == .nmea && start == nil
          ? "sentences with a date (RMC), or --start with the day" : "a recording of positions")
    }
    assembly.remarks.append("The recording was converted from \(format.name) by GPSBabel.")
    return assembly
  }

  private func converted(_ bytes: Data, day: Instant?) throws(InputError) -> Data {
    let date = day.map { LocalCalendar.utc.date(of: $0).description.replacing("-", with: "") }
    let option = format == .nmea ? date.map { ",date=" + $0 } ?? "" : ""
    let gpx = try program.convert(
      bytes, format: format.name, example: "gpsbabel -i \(format.argument)",
      arguments: [
        "-t", "-i", format.argument + option, "-f", ExternalProgram.input, "-o", "gpx", "-F",
        ExternalProgram.output,
      ])
    guard !gpx.isEmpty else {
      throw InputError(location, "GPSBabel writes nothing for this \(format.name)")
    }
    return gpx
  }
}

extension TraceAssembly {
  /// Sets the modes of motion to those of the sports that the file names.
  fileprivate mutating func set(_ sports: SportSpans) {
    for segment in segments.indices {
      for index in segments[segment].indices {
        segments[segment][index].point.mode = sports[segments[segment][index].point.time]
      }
    }
  }

  /// Sets the mode of motion to flying, for the recording of an aircraft's flight recorder. The
  /// flight lasts from the first point well above the starting altitude, or well below it after a
  /// start from a hill, to the last point well above the landing. Slow points in between get the
  /// mode too.
  fileprivate mutating func markFlights() {
    for segment in segments.indices {
      let altitudes = segments[segment].map { $0.point.altitudeMeters ?? 0 }
      guard let start = altitudes.first, let end = altitudes.last,
        let up = altitudes.firstIndex(where: { abs($0 - start) > 30 }),
        let down = altitudes.lastIndex(where: { $0 > end + 30 }), up < down
      else { continue }
      for index in up...down { segments[segment][index].point.onward = .moving(.flying) }
    }
  }

  /// Keeps only the last of several tracks that overlap in time. A flight recorder writes two
  /// tracks of one flight: one by air pressure and one by satellite.
  fileprivate mutating func keepLastOfOverlappingTracks() {
    var kept: [[LocatedPoint]] = []
    for segment in segments.reversed() {
      guard let first = segment.first?.point.time, let last = segment.last?.point.time else {
        continue
      }
      let overlaps = kept.contains { other in
        guard let start = other.first?.point.time, let end = other.last?.point.time else {
          return false
        }
        return first <= end && start <= last
      }
      if !overlaps { kept.append(segment) }
    }
    segments = kept.reversed()
  }
}
