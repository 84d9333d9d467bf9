import Foundation
import Text
import Timekeeping

/// What a receiver said, byte for byte: NMEA 0183, u-blox, SiRF, Garmin, GREIS and whatever else gpsd
/// knows, also mixed. gpsd's own `gpsdecode` makes reports of it.
///
/// Logs may begin with comments (`# Date: 2021-12-09`), bytes may be missing or damaged: gpsdecode takes
/// what has the right check sum. Sentences are the one protocol that GPSBabel knows too; it is asked
/// where gpsdecode is not installed, or where the sentences tell no date and `--start` does.
package struct ReceiverLog {
  private static let program = "gpsdecode"

  private let hasSentences: Bool

  /// Nil where nothing that a receiver says is found.
  package init?(beginning bytes: [UInt8]) {
    hasSentences = bytes.lines.contains(where: \.isSentence)
    guard hasSentences || ReceiverFrame.allCases.contains(where: { $0.isFound(in: bytes) }) else {
      return nil
    }
  }

  static var isReadable: Bool { OutsideProgram.path(of: program) != nil }

  /// - Parameter start: the day of sentences that tell the time of day alone, and roughly when the log
  ///   was made where the receiver's week counter has rolled over since.
  func read(
    _ bytes: Data, start: Instant?, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    if !ReceiverLog.isReadable, hasSentences, GPSBabel.isInstalled {
      return try throughGPSBabel(bytes, start: start, location)
    }
    var assembly = try decoded(bytes, location)
    guard assembly.segments.contains(where: { !$0.isEmpty }) else {
      if hasSentences, start != nil { return try throughGPSBabel(bytes, start: start, location) }
      throw InputError(
        location, "gpsdecode finds no position with a time in this receiver's log",
        accepted: hasSentences
          ? "sentences with a fix and a date (RMC), or --start with the day" : "a log with fixes")
    }
    if let day = start ?? ReceiverLog.day(of: bytes) { assembly.undoRollovers(near: day) }
    return assembly
  }

  private func throughGPSBabel(
    _ bytes: Data, start: Instant?, _ location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    try GPSBabel(reading: .nmea, location: location).read(bytes, start: start)
  }

  private func decoded(
    _ bytes: Data, _ location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    let program = try OutsideProgram(
      "gpsdecode", command: ReceiverLog.program, package: "gpsd-clients", for: "a receiver's log",
      location: location)
    let reports = try program.convert(
      bytes, format: "a receiver's log", example: "gpsdecode -j", arguments: ["-j"])
    // Its lines are those of the reports, which nobody has seen.
    var assembly: TraceAssembly
    do throws(InputError) {
      assembly = try GPSDReportReader.read(reports, options: TraceOptions(), location: location)
    } catch {
      var error = error
      error.location = location
      throw error
    }
    assembly.forgetLines()
    assembly.remarks.append("The receiver's log was decoded by gpsdecode.")
    return assembly
  }

  // MARK: The day

  private static let bytesWithDate = 1 << 20

  /// When the log was made: what the submitter says in the comments, else the sentences.
  package static func day(of bytes: Data) -> Instant? {
    let lines = [UInt8](bytes.prefix(bytesWithDate)).lines
    let day =
      lines.lazy.prefix { $0.hasPrefix("#") || $0.hasPrefix("{") }.compactMap(\.commentedDay).first
      ?? lines.lazy.compactMap(\.sentenceDay).first
    return day.map { Instant(nanoseconds: $0.daysSince1970 * TimeSpan.days(1).nanoseconds) }
  }
}

extension TraceAssembly {
  /// Satellites count weeks to 1024 and begin anew, so receivers guess which thousand it is, and gpsd,
  /// which guesses too, puts what was recorded before 2017 into the future.
  fileprivate mutating func undoRollovers(near day: Instant) {
    let rollover = TimeSpan.days(7 * 1024).nanoseconds
    var moved = 0
    for segment in segments.indices {
      for index in segments[segment].indices {
        let ahead = (segments[segment][index].point.time - day).nanoseconds
        let rollovers = floorDivide(ahead + rollover / 2, rollover)
        guard rollovers != 0 else { continue }
        moved += 1
        segments[segment][index].point.time += TimeSpan(nanoseconds: -rollovers * rollover)
      }
    }
    if moved > 0 {
      remarks.append(
        "The times of \(moved) points were moved by 1024 weeks, after which satellites count anew, to"
          + " those nearest to \(LocalCalendar.utc.date(of: day)), when the log was made.")
    }
  }
}

extension [UInt8] {
  /// The beginnings of its lines, however they end.
  fileprivate var lines: [String] {
    split(maxSplits: 20_000, whereSeparator: { $0 == 10 || $0 == 13 })
      .map { String(decoding: $0.prefix(100), as: UTF8.self) }
  }
}

extension String {
  /// "$GPGGA,…", from some with a mark too many: a position, a date, or how the satellites stand.
  fileprivate var isSentence: Bool {
    let talkers = ["GP", "GN", "GL", "GA", "GB", "BD", "GQ"]
    return hasPrefix("$") && talkers.contains { words.hasPrefix($0) }
      && words.dropFirst(5).hasPrefix(",")
  }

  private var words: Substring { drop { $0 == "$" } }

  /// "# Date: 2017-1-9", as gpsd's own logs have it.
  fileprivate var commentedDay: CivilDate? {
    guard hasPrefix("#"), let found = range(of: "Date") else { return nil }
    let numbers = self[found.upperBound...].split { !$0.isASCII || !$0.isNumber }
      .prefix(3).compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    let day = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    return (1980...2200).contains(day.year) && day.exists ? day : nil
  }

  /// Of a recommended-minimum sentence with a fix: day, month and year of two digits.
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
