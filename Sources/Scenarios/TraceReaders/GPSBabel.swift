import Foundation
import Timekeeping

/// Recordings in formats that others invented, turned into GPX by GPSBabel where it is installed.
///
/// It is started by its path with a list of arguments, so that no name of a file is ever taken for a
/// command, reads a copy of the file's (unpacked) bytes in a folder of its own, and is stopped when
/// it takes too long or writes too much.
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

    /// The formats that are not XML. Receivers' logs may begin with comments, and bytes of a binary
    /// protocol may stand between their sentences.
    init?(beginning bytes: [UInt8]) {
      if bytes.count > 12, bytes[8..<12].elementsEqual(".FIT".utf8) {
        self = .fit
        return
      }
      let lines = bytes.split(maxSplits: 200, whereSeparator: { $0 == 10 || $0 == 13 }).prefix(200)
      let text = lines.lazy.map { String(decoding: $0.prefix(80), as: UTF8.self) }
      if text.first?.hasPrefix("A") == true, text.contains(where: { $0.hasPrefix("HFDTE") }) {
        self = .igc
      } else if text.contains(where: Format.isSentence) {
        self = .nmea
      } else {
        return nil
      }
    }

    /// "$GPGGA,…": a position, a date, or how the satellites stand.
    private static func isSentence(_ line: String) -> Bool {
      let talkers = ["$GP", "$GN", "$GL", "$GA", "$GB", "$BD", "$GQ"]
      return line.utf8.count > 7 && talkers.contains { line.hasPrefix($0) }
        && line.dropFirst(6).hasPrefix(",")
    }
  }

  private static let timeLimitSeconds = 120.0
  private static let outputLimitBytes = 1 << 30

  private let program: String
  private let format: Format
  private let location: SourceLocation

  /// - Throws: when it is not installed.
  init(reading format: Format, location: SourceLocation) throws(InputError) {
    guard let program = GPSBabel.path else {
      throw InputError(
        location, "\(format.name) is read through GPSBabel, which is not installed",
        accepted: "the same file after 'apt install gpsbabel' (Debian package gpsbabel)")
    }
    self.program = program
    self.format = format
    self.location = location
  }

  /// Where the program is, from the search path; nil where it is not installed.
  static var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
    return folders.split(separator: ":").map { "\($0)/gpsbabel" }
      .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// - Parameter start: its day is that of sentences which tell the time of day alone.
  func read(_ bytes: Data, start: Instant?) throws(InputError) -> TraceAssembly {
    let gpx = try converted(bytes, day: start)
    // Its lines are those of the GPX, which nobody has seen.
    var assembly: TraceAssembly
    do throws(InputError) {
      assembly = try GPXReader.read(gpx, location: location)
    } catch {
      var error = error
      error.location = location
      throw error
    }
    for segment in assembly.segments.indices {
      for point in assembly.segments[segment].indices {
        assembly.segments[segment][point].line = nil
      }
    }
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
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-gpsbabel-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("input")
    let output = folder.appendingPathComponent("output")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try bytes.write(to: input)
    } catch {
      throw InputError(
        location,
        "GPSBabel needs a folder at \(folder.deletingLastPathComponent().path), which"
          + " cannot be written", accepted: "TMPDIR with room for the recording")
    }
    let date = day.map { LocalCalendar.utc.date(of: $0).description.replacing("-", with: "") }
    let option = format == .nmea ? date.map { ",date=" + $0 } ?? "" : ""
    try run(
      [
        "-t", "-i", format.argument + option, "-f", input.path, "-o", "gpx", "-F", output.path,
      ], output: output.path)
    guard let gpx = try? Data(contentsOf: output), !gpx.isEmpty else {
      throw InputError(location, "GPSBabel writes nothing for this \(format.name)")
    }
    return gpx
  }

  private func run(_ arguments: [String], output: String) throws(InputError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw InputError(location, "GPSBabel cannot be started at \(program)")
    }
    var waitedSeconds = 0.0
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.005)
      waitedSeconds += 0.005
      let attributes = try? FileManager.default.attributesOfItem(atPath: output)
      let written = (attributes?[.size] as? NSNumber)?.intValue ?? 0
      guard waitedSeconds < GPSBabel.timeLimitSeconds, written < GPSBabel.outputLimitBytes else {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        throw InputError(
          location, "GPSBabel was stopped after \(Int(waitedSeconds)) s and \(written) bytes",
          accepted: "a recording that it converts in \(Int(GPSBabel.timeLimitSeconds)) s")
      }
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw InputError(
        location, "GPSBabel cannot read this as \(format.name)",
        accepted: "a file that 'gpsbabel -i \(format.argument)' converts")
    }
  }
}

extension TraceAssembly {
  /// A flight recorder is in an aircraft: from the first to the last point that is well above where it
  /// begins and ends, it flies, however slowly.
  fileprivate mutating func markFlights() {
    for segment in segments.indices {
      let altitudes = segments[segment].map { $0.point.altitudeMeters ?? 0 }
      guard let start = altitudes.first, let end = altitudes.last else { continue }
      let ground = max(start, end)
      guard let up = altitudes.firstIndex(where: { $0 > min(start, ground) + 30 }),
        let down = altitudes.lastIndex(where: { $0 > ground + 30 }), up < down
      else { continue }
      for index in up...down { segments[segment][index].point.onward = .moving(.flying) }
    }
  }

  /// A flight recorder has a track by air pressure and one by satellite, both of one flight.
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
