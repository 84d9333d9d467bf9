import Files
import Foundation
import Text
import Timekeeping

/// A GPS receiver's raw log: NMEA 0183, u-blox, SiRF, Garmin, GREIS and other protocols that gpsd
/// supports. One log may mix protocols. The program `gpsdecode` of gpsd converts the log into
/// reports.
///
/// A log may begin with comments (`# Date: 2021-12-09`). Bytes may be missing or damaged: gpsdecode
/// skips messages with a wrong checksum. GPSBabel, which reads only NMEA sentences, replaces
/// gpsdecode in two cases. Either gpsdecode is not installed, or the sentences have no date and the
/// user gives the date with `--start`.
package struct ReceiverLog {
  private static let program = "gpsdecode"

  private let hasSentences: Bool

  /// Recognizes a receiver's log by its first bytes. Nil if they contain no message of a receiver.
  package init?(beginning bytes: [UInt8]) {
    hasSentences = bytes.lines.contains(where: \.isSentence)
    guard hasSentences || ReceiverFrame.allCases.contains(where: { $0.isFound(in: bytes) }) else {
      return nil
    }
  }

  static var isReadable: Bool { InstalledProgram.path(of: program) != nil }

  /// Reads a receiver's log.
  ///
  /// - Parameter start: the day of the log, for sentences that contain only the time of day.
  func read(
    _ bytes: Data, start: Instant?, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    if !ReceiverLog.isReadable, hasSentences, GPSBabel.isInstalled {
      return try throughGPSBabel(bytes, start: start, location)
    }
    var assembly = try decoded(bytes, location)
    guard assembly.segments.contains(where: { !$0.isEmpty }) else {
      if hasSentences, start != nil { return try throughGPSBabel(bytes, start: start, location) }
      throw withoutPoints(assembly, location)
    }
    // A given start moves the dates of every format; see `Trace.read`.
    if start == nil, let day = ReceiverLog.day(of: bytes) {
      assembly.moveDates(toDayOfLog: day)
    }
    return assembly
  }

  /// Returns the error for a log of which gpsd makes no point.
  private func withoutPoints(_ assembly: TraceAssembly, _ location: SourceLocation) -> InputError {
    let dated = "sentences with a fix and a date (RMC), or --start with the day"
    if assembly.pointsWithoutTime > 0 {
      return InputError(
        location,
        "gpsd reads \(assembly.pointsWithoutTime) positions of this log, but none with a date",
        accepted: dated)
    }
    guard assembly.reportsWithoutFix > 0 else {
      return InputError(
        location, "gpsd finds no position in this receiver's log",
        accepted: hasSentences ? dated : "a log with fixes")
    }
    return InputError(
      location,
      "gpsd reads the fixes of this log as no fix, in all \(assembly.reportsWithoutFix) reports",
      accepted: "a log of a receiver with a fix (RMC with A, GGA with a quality of 1 or more), or"
        + " the positions as GPX or CSV; a receiver in time mode reports none")
  }

  private func throughGPSBabel(
    _ bytes: Data, start: Instant?, _ location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    try GPSBabel(reading: .nmea, location: location).read(bytes, start: start)
  }

  private func decoded(
    _ bytes: Data, _ location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    let program = try ExternalProgram(
      "gpsdecode", command: ReceiverLog.program, package: "gpsd-clients", for: "a receiver's log",
      location: location)
    let reports = ConvertedRecording(
      bytes: try program.convert(
        bytes, format: "a receiver's log", example: "gpsdecode -j", arguments: ["-j"]),
      program: "gpsdecode", pointMark: #""class":"TPV""#, location: location)
    var assembly = try reports.read { (reports) throws(InputError) in
      try GPSDReportReader.read(reports, options: TraceOptions(), location: location)
    }
    assembly.remarks.append("The receiver's log was decoded by gpsdecode.")
    return assembly
  }

  // MARK: The day

  private static let bytesWithDate = 1 << 20

  /// Returns the day of the log, from its first comments or else from its sentences; nil if neither
  /// has a date.
  package static func day(of bytes: Data) -> Instant? {
    let lines = [UInt8](bytes.prefix(bytesWithDate)).lines
    let day =
      lines.lazy.prefix { $0.hasPrefix("#") || $0.hasPrefix("{") }.compactMap(\.commentedDay).first
      ?? lines.lazy.compactMap(\.sentenceDay).first
    return day.map { Instant(nanoseconds: $0.daysSince1970 * TimeSpan.days(1).nanoseconds) }
  }
}

extension [UInt8] {
  /// The first 100 bytes of each line of the log. A line may end with CR, LF or both.
  fileprivate var lines: [String] {
    split(maxSplits: 20_000, whereSeparator: { $0 == 10 || $0 == 13 })
      .map { String(decoding: $0.prefix(100), as: UTF8.self) }
  }
}

extension String {
  /// True for an NMEA sentence such as "$GPGGA,…". Some receivers write more than one "$".
  fileprivate var isSentence: Bool {
    let talkers = ["GP", "GN", "GL", "GA", "GB", "BD", "GQ"]
    return hasPrefix("$") && talkers.contains { words.hasPrefix($0) }
      && words.dropFirst(5).hasPrefix(",")
  }

  private var words: Substring { drop { $0 == "$" } }

  /// The day in a comment such as "# Date: 2017-1-9", as in gpsd's own logs; nil if the line is no
  /// such comment.
  fileprivate var commentedDay: CivilDate? {
    guard hasPrefix("#"), let found = range(of: "Date") else { return nil }
    let numbers = self[found.upperBound...].split { !$0.isASCII || !$0.isNumber }
      .prefix(3).compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    let day = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    return (1980...2200).contains(day.year) && day.exists ? day : nil
  }

  /// The day in an NMEA sentence of type RMC with a fix, as two digits each for day, month and
  /// year; nil for other sentences.
  fileprivate var sentenceDay: CivilDate? {
    guard isSentence, words.dropFirst(2).hasPrefix("RMC") else { return nil }
    let fields = split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count > 9, fields[2] == "A", fields[9].count == 6, let number = Int(fields[9])
    else { return nil }
    let year = number % 100
    let day = CivilDate(
      year: year < 80 ? 2000 + year : 1900 + year, month: number / 100 % 100, day: number / 10_000)
    return day.exists ? day : nil
  }
}
