import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of gpsd's reports in JSON, one on each line, as `gpspipe -w`, `gpsdecode` and `odograph
/// record` write them.
///
/// It reads position reports (class TPV) with a fix, which have mode 2 or 3. It ignores reports of
/// other classes, and the receiver's own sentences that `gpspipe -rw` writes between the reports.
/// `device` distinguishes several receivers. A receiver's clock can step back when it is set by
/// satellite or when its week counter restarts. A new segment begins at a step of a minute or more.
/// If the power failed in the middle of the last line, that line is left out.
struct GPSDReportReader {
  private struct Report: Decodable {
    var `class`: String
    var device: String?
    var mode: Int?
    var time: String?
    var lat: Double?
    var lon: Double?
    var alt: Double?
    var altMSL: Double?
    var speed: Double?
    var track: Double?
    var eph: Double?
    var epx: Double?
    var epy: Double?

    /// The accuracy radius that gpsd reports. If gpsd reports none, the radius is computed from
    /// gpsd's errors to the east and to the north.
    var accuracyMeters: Double? {
      if let eph { return eph }
      guard let epx, let epy else { return nil }
      return (epx * epx + epy * epy).squareRoot()
    }
  }

  private static let positionMark = Data("\"TPV\"".utf8)

  /// Returns true if the bytes contain a position report of gpsd.
  static func hasReports(_ bytes: [UInt8]) -> Bool { Data(bytes).range(of: positionMark) != nil }

  static func read(
    _ bytes: Data, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    var reader = GPSDReportReader(options)
    var lines = RecordedLines(bytes, of: location, accepted: accepted)
    while let line = try lines.next() {
      do throws(InputError) {
        try reader.take(line.bytes, line.place)
      } catch {
        guard line.isUnended else { throw error }
        reader.lastLineIsCut = true
      }
    }
    return try reader.finished(location)
  }

  private static let accepted = "gpsd's reports in JSON, one a line"

  private let decoder = JSONDecoder()
  private var trajectories: Trajectories
  private var latest: [Int: Instant] = [:]
  private var backwardSteps = 0
  private var lastLineIsCut = false
  private var misdatedReports = 0
  private var reportsWithoutFix = 0

  private init(_ options: TraceOptions) { trajectories = Trajectories(options) }

  private mutating func take(_ line: Data, _ place: SourceLocation) throws(InputError) {
    let first = line.first { !isSpace($0) }
    switch first {
    case nil, UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "#"): return
    case UInt8(ascii: "{") where line.last(where: { !isSpace($0) }) == UInt8(ascii: "}"): break
    default: throw refusal(line, place)
    }
    guard line.range(of: GPSDReportReader.positionMark) != nil else { return }
    do {
      let report = try decoder.decode(Report.self, from: line)
      if report.class == "TPV" { try take(report, place) }
    } catch let error as InputError {
      throw error
    } catch {
      throw refusal(line, place)
    }
  }

  private func refusal(_ line: Data, _ place: SourceLocation) -> InputError {
    InputError(
      place, "the line is \(quoted(String(decoding: line, as: UTF8.self)))",
      accepted: GPSDReportReader.accepted)
  }

  private mutating func take(_ report: Report, _ place: SourceLocation) throws(InputError) {
    guard let mode = report.mode, mode >= 2, let latitude = report.lat, let longitude = report.lon
    else {
      reportsWithoutFix += 1
      return
    }
    // A receiver that never has a fix is no trajectory.
    guard let slot = trajectories.slot(report.device ?? "") else { return }
    let coordinate = try place.coordinate(latitude, longitude)
    guard let text = report.time else { return trajectories.countPointWithoutTime(of: slot) }
    guard let time = Instant(iso8601: text) else {
      throw InputError(
        place, "the time is \(quoted(text))", accepted: "a time such as 2026-03-02T06:30:00.000Z")
    }
    follow(time, slot)
    trajectories.append(
      TraceAssembly.LocatedPoint(
        line: place.line,
        point: TracePoint(
          time: time, coordinate: coordinate, altitudeMeters: report.altMSL ?? report.alt,
          speedMetersPerSecond: report.speed, courseDegrees: report.track,
          horizontalAccuracyMeters: report.accuracyMeters)),
      to: slot)
  }

  /// Compares a report's time with the latest one of the same receiver.
  private mutating func follow(_ time: Instant, _ slot: Int) {
    guard let last = latest[slot] else {
      latest[slot] = time
      return
    }
    if last - time < TraceAssembly.stepBackMax {
      // Interleaved cycles step back by seconds; `TraceAssembly` leaves such reports out.
      latest[slot] = max(last, time)
      return
    }
    latest[slot] = time
    let count =
      misdated(last, after: time)
      ? trajectories.removeLast(
        of: slot, after: time + Self.stepOfMisdated, atMost: Self.misdatedMax) : 0
    misdatedReports += count
    guard count == 0 else { return }
    trajectories.beginSegment(of: slot)
    backwardSteps += 1
  }

  // At midnight, interleaved cycles give a late sentence, which has a time but no date, the date of
  // the new day: it lies 24 hours ahead, less some seconds.
  private static let misdatedMax = 16
  private static let stepOfMisdated = TimeSpan.hours(24) - TraceAssembly.stepBackMax

  private func misdated(_ report: Instant, after time: Instant) -> Bool {
    report - time >= Self.stepOfMisdated && report - time < .hours(24)
  }

  private mutating func finished(_ location: SourceLocation) throws(InputError) -> TraceAssembly {
    var assembly = try trajectories.assembly(location)
    assembly.reportsWithoutFix = reportsWithoutFix
    if backwardSteps > 0 {
      assembly.remarks.append(
        "The receiver's time stepped back \(counted(backwardSteps, "time")); the segments were put"
          + " in order.")
    }
    if misdatedReports > 0 {
      assembly.remarks.append(
        "\(misdatedReports) reports of the day before were dated a day late at midnight and were"
          + " left out.")
    }
    if lastLineIsCut {
      assembly.remarks.append("The last line is incomplete and was left out.")
    }
    return assembly
  }
}
