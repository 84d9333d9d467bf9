import Files
import Foundation
import TestSupport
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading receivers' logs through gpsdecode")
struct ReceiverLogTests {
  static let isReadable = ReceiverLog.isReadable
  static let skipped: Comment = "skipped: gpsdecode is not installed"

  /// Three positions of a walk; gpsd reports the second epoch and those after it.
  static let sentences = """
    # Name: a walk
    $GPRMC,080000.00,A,5230.00000,N,01324.00000,E,2.0,90.0,020326,,,A*68
    $GPRMC,080001.00,A,5230.00000,N,01324.00300,E,2.0,90.0,020326,,,A*6A
    $GPRMC,080002.00,A,5230.00000,N,01324.00600,E,2.0,90.0,020326,,,A*6C
    $GPRMC,080003.00,A,5230.00000,N,01324.00900,E,2.0,90.0,020326,,,A*62

    """

  /// The first seconds of a binary log.
  static let frames: [UInt8] = [
    "a0a2000a0b8601000000000000000092b0b3"
  ].flatMap { text in
    stride(from: 0, to: text.count, by: 2).compactMap { offset in
      UInt8(text.dropFirst(offset).prefix(2), radix: 16)
    }
  }

  @Test("Sentences are read, with the speed in meters a second", .enabled(if: isReadable, skipped))
  func read() throws {
    let trace = try readTrace(ReceiverLogTests.sentences, "walk.nmea")
    #expect(trace.points.count >= 2)
    let first = try #require(trace.points.first)
    #expect(first.time.description.hasPrefix("2026-03-02T08:00:0"))
    #expect(abs(first.coordinate.latitude - 52.5) < 1e-7)
    // 2 knots are 1.029 m/s.
    #expect(abs((first.speedMetersPerSecond ?? 0) - 1.029) < 0.001)
    #expect(trace.remarks == ["The receiver's log was decoded by gpsdecode."])
  }

  @Test(
    "What gpspipe -r prints, gpsd's greeting before the sentences, is a receiver's log",
    .enabled(if: isReadable, skipped))
  func greeting() throws {
    let text =
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
      + "\n" + ReceiverLogTests.sentences
    #expect(try readTrace(text, "walk.nmea").points.count >= 2)
  }

  @Test(
    "A recording from before 2017 keeps its year, which gpsd moves 1024 weeks ahead",
    .enabled(if: isReadable, skipped))
  func rollover() throws {
    let old = """
      $GPRMC,080000.00,A,5230.00000,N,01324.00000,E,2.0,90.0,020310,,,A*6D
      $GPRMC,080001.00,A,5230.00000,N,01324.00300,E,2.0,90.0,020310,,,A*6F
      $GPRMC,080002.00,A,5230.00000,N,01324.00600,E,2.0,90.0,020310,,,A*69
      $GPRMC,080003.00,A,5230.00000,N,01324.00900,E,2.0,90.0,020310,,,A*67

      """
    let trace = try readTrace(old, "t.nmea")
    #expect(trace.points.first?.time.description.hasPrefix("2010-03-02") == true)
    // The user gives the start if the receiver's own counter rolled over.
    let start = try #require(Instant(iso8601: "2029-09-01T00:00:00Z"))
    let later = try readTrace(old, "t.nmea", options: TraceOptions(start: start))
    // 2010-03-02 and 1024 weeks.
    #expect(later.points.first?.time.description.hasPrefix("2029-10-16") == true)
    let dated = try readTrace("# Date: 2029-9-1\n" + old, "t.nmea")
    #expect(dated.points.first?.time == later.points.first?.time)
  }

  @Test("A log without a fix says so", .enabled(if: isReadable, skipped))
  func refusals() {
    #expect(
      traceRefusal("$GPGGA,1,2\nnonsense\n", "t.nmea")
        == "t.nmea: gpsd finds no position in this receiver's log; "
        + "accepted: sentences with a fix and a date (RMC), or --start with the day")
    let place = try? Workplace()
    let path = try? place?.write(Data(ReceiverLogTests.frames), to: "t.log")
    #expect(
      message { try Trace.read(path: path ?? "") }.hasSuffix(
        "t.log: gpsd finds no position in this receiver's log; accepted: a log with fixes"))
  }

  /// Returns a sentence with its checksum.
  private static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*" + (sum < 16 ? "0" : "") + digits + "\n"
  }

  /// Returns the two sentences of a second after 23:59:00 on 2 March 2026: with and without date.
  private static func cycle(_ second: Int) -> (dated: String, undated: String) {
    let (minute, rest) = (second / 60, second % 60)
    let time =
      (minute == 0 ? "2359" : "000\(minute - 1)") + (rest < 10 ? "0\(rest)" : "\(rest)") + ".00"
    let place = "5230.00000,N," + String(format: "013%08.5f", 24 + 0.003 * Double(second)) + ",E"
    let date = minute == 0 ? "020326" : "030326"
    return (
      sentence("GPRMC,\(time),A,\(place),2.0,90.0,\(date),,,A"),
      sentence("GPGGA,\(time),\(place),1,08,1.0,40.0,M,45.0,M,,")
    )
  }

  @Test(
    "Interleaved cycles are left out and counted, across midnight too",
    .enabled(if: isReadable, skipped))
  func interleaved() throws {
    // The dated sentence of a second comes before the undated one of the second before.
    let text = (0..<90).map {
      ReceiverLogTests.cycle($0 + 1).dated + ReceiverLogTests.cycle($0).undated
    }.joined()
    let trace = try readTrace(text, "t.nmea")
    let first = try #require(trace.points.first)
    let seconds = trace.points.map { ($0.time - first.time).seconds.rounded() }
    // gpsd reports the second or third epoch and those after it.
    #expect(seconds.count >= 87)
    #expect(seconds == seconds.indices.map(Double.init))
    #expect(trace.points.last?.time.description == "2026-03-03T00:00:30Z")
    #expect(trace.remarks.count == 3)
    #expect(
      trace.remarks.contains(
        "1 reports of the day before were dated a day late at midnight and were left out."))
    #expect(
      trace.remarks.last?.hasSuffix(
        " points were not later than the previous one and were left out.") == true)
  }

  @Test(
    "Positions without a date, and reports without a fix, are refused in those words",
    .enabled(if: isReadable, skipped))
  func noFix() throws {
    let undated = (0..<9).map { ReceiverLogTests.cycle($0).undated }.joined()
    #expect(
      traceRefusal(undated, "t.nmea").hasSuffix(
        " positions of this log, but none with a date; accepted: sentences with a fix and a date"
          + " (RMC), or --start with the day"))
    let unfixed = (0..<9).map { second in
      [
        "GPRMC,08000\(second).00,V,,,,,,,020326,,,N",
        "GPGGA,08000\(second).00,,,,,0,00,99.99,,,,,,",
        "GPGSA,A,1,,,,,,,,,,,,99.99,99.99,99.99",
      ].map(ReceiverLogTests.sentence).joined()
    }.joined()
    let refusal = traceRefusal(unfixed, "t.nmea")
    #expect(refusal.hasPrefix("t.nmea: gpsd reads the fixes of this log as no fix, in all "))
    #expect(refusal.contains(" reports; accepted: a log of a receiver with a fix (RMC with A,"))
  }

  @Test(
    "Sentences that tell no date take it from --start, through GPSBabel",
    .enabled(if: isReadable && GPSBabel.isInstalled, "skipped: gpsbabel or gpsdecode is missing"),
    .enabled(if: dataFolder != nil, "no recordings here"))
  func timeOfDayOnly() throws {
    let path = try #require(dataFolder).appendingPathComponent(
      "gps-traces/mtv-local1-span-reference-20200206.gga.gz"
    ).path
    #expect(
      message { try Trace.read(path: path) }
        == "\(path): gpsd reads 1666 positions of this log, but none with a date; "
        + "accepted: sentences with a fix and a date (RMC), or --start with the day")
    let start = try #require(Instant(iso8601: "2020-02-07T00:00:00Z"))
    let trace = try Trace.read(path: path, options: TraceOptions(start: start))
    #expect(trace.points.first?.time.description == "2020-02-07T02:13:31Z")
  }

  // MARK: gpsd's own logs

  /// The logs that contain no route, and the reasons.
  static let refused: [String: (problem: String, reason: String)] = [
    "bu303-nofix": ("gpsd reads the fixes", "the receiver never had a fix"),
    "gp-320fw-2019-04-07-coldboot": ("it has one point", "one fix before the restart"),
    "trimble-lassen_iq-playacar": (
      "gpsd finds no position", "gpsdecode prints no reports for Trimble's protocol"
    ),
    "u-blox-m8t-time": (
      "gpsd reads the fixes",
      "a surveyed-in receiver that tells time only: mode 0 in gpsd 3.22"
    ),
    "ublox-zoe-m8b-logbatch": ("gpsd finds no position", "stored batches, which gpsd skips"),
  ]

  /// The day of each log, from the folder's README, the comments or the sentences. Those of
  /// neo-m8n, foretrex-201 and others would lie 1024 weeks ahead.
  static let days: [String: String] = [
    "beidou-bd": "2015-02-25", "bu303-climbing": "2005-06-19", "bu353-glonass": "2014-05-26",
    "ericsson-gru04-02-70sec": "2026-02-12", "foretrex-201": "2010-08-26",
    "garmin18x-bin": "2019-12-15", "gp-320fw-2019-04-06-overflow": "2019-04-06",
    "greis-reset": "2018-03-29", "hab-gpspi": "2015-06-21", "iTrek": "2005-07-27",
    "mt3339": "2015-04-13", "navisys-gr8013": "2024-03-28", "neo-m8n": "2015-03-18",
    "nmea-fuzzy-cases": "2020-03-18", "quectel-L70": "2022-03-09", "sirf2": "2021-12-09",
    "sirfstarv-nmea": "2019-02-05", "st-teseo-liv4f": "2025-03-21", "telit-he910": "2019-03-12",
    "ublox-8": "2017-01-10", "ublox-neo-m8l": "2024-01-30", "ublox-zed-f9p-nmea": "2019-04-12",
    "ublox-zed-f9r": "2025-04-11",
  ]

  static let logs: [String] = {
    let folder = dataFolder?.appendingPathComponent("gpsd-logs")
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }
    return (files ?? []).filter { $0.hasSuffix(".log") }.sorted()
  }()

  @Test(
    "Every log is read with the positions that gpsdecode has, on its day, or refused for a reason",
    .enabled(if: isReadable, skipped), .enabled(if: !logs.isEmpty, "no recordings here"),
    arguments: logs)
  func log(_ file: String) throws {
    let path = try #require(dataFolder).appendingPathComponent("gpsd-logs/" + file).path
    let name = String(file.dropLast(4))
    if let refused = ReceiverLogTests.refused[name] {
      #expect(message { try Trace.read(path: path) }.hasPrefix("\(path): \(refused.problem)"))
      return
    }
    let trace = try Trace.read(path: path)
    let day = try #require(ReceiverLogTests.days[name])
    #expect(trace.points.allSatisfy { $0.time.description.hasPrefix(day) })
    let reported = try ReceiverLogTests.reportedPositions(path)
    #expect(trace.points.count == reported.count)
    for (point, position) in zip(trace.points, reported) {
      #expect(point.coordinate.latitude == position[0])
      #expect(point.coordinate.longitude == position[1])
    }
  }

  /// Returns latitude and longitude at each new time that gpsdecode reports, without the reader.
  private static func reportedPositions(_ path: String) throws -> [[Double]] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(
      fileURLWithPath: try #require(InstalledProgram.path(of: "gpsdecode")))
    process.standardInput = FileHandle(forReadingAtPath: path)
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var positions: [[Double]] = []
    var last = ""
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let report = try JSONSerialization.jsonObject(with: line) as? [String: Any],
        report["class"] as? String == "TPV", let mode = report["mode"] as? Int, mode >= 2,
        let latitude = report["lat"] as? Double, let longitude = report["lon"] as? Double,
        let time = report["time"] as? String, time > last
      else { continue }
      last = time
      positions.append([latitude, longitude])
    }
    return positions
  }
}
