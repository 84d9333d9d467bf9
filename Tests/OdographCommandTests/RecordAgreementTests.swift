import Foundation
import LivePhone
import LiveTestSupport
import Testing
import Timekeeping
import World

/// Recordings by `odograph record` and `odograph live --record` agree with gpspipe's output. All
/// read receivers' logs from the same gpsd, through gpsfake.
///
/// Lines of JSON hold every report of mode 2 and 3. GPX and GeoJSON hold those with a position.
/// Some reports of bu353-glonass, foretrex-201, iTrek and st-teseo-liv4f have none: gpsd reports
/// the mode as soon as a sentence has it. Three logs have no report of mode 2 or more: bu303-nofix
/// (never a fix), u-blox-m8t-time (a surveyed-in receiver, mode 0 to gpsd 3.22) and
/// ublox-zoe-m8b-logbatch (stored batches, which gpsd skips).
@Suite(
  "Recordings agree with gpspipe", .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped),
  .serialized)
struct RecordAgreementTests {
  /// The logs: a few small ones of different protocols, or all if ODOGRAPH_LIVE_LOGS is "all".
  static let logs: [String] = {
    let some = ["bu303-climbing", "hab-gpspi", "trimble-lassen_iq-playacar"]
    let environment = ProcessInfo.processInfo.environment
    let folder = (environment["ODOGRAPH_DATA"] ?? "../shared/data") + "/gpsd-logs"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let all = files.filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }.sorted()
    return environment["ODOGRAPH_LIVE_LOGS"] == "all" ? all : some.filter(all.contains)
  }()

  /// A position that gpspipe printed.
  private struct Report: Decodable {
    var `class`: String
    var mode: Int?
    var time: String?
    var lat: Double?
    var lon: Double?
    var altMSL: Double?
    var speed: Double?
    var track: Double?
    var epv: Double?

    var isReport: Bool { `class` == "TPV" }
    var hasFix: Bool { isReport && mode ?? 0 >= 2 }
    var isPosition: Bool { hasFix && lat != nil && lon != nil }
  }

  @Test(
    "Count, positions and times are those that gpspipe printed, and all are read as the same trace",
    .enabled(if: !logs.isEmpty, "no recordings of receivers here"), arguments: logs)
  func log(_ name: String) async throws {
    let log = try #require(receiverLog(name))
    try await onOwnThread {
      let folder = TemporaryFolder()
      try Self.listen(to: log, in: folder)
      let said = try Self.reports(in: folder.path + "/gpspipe.jsonl")
      let theirs = said.filter(\.isReport)
      for file in ["t.jsonl", "live.jsonl"] {
        let recorded = try Self.reports(in: folder.path + "/" + file)
        let ours = recorded.filter(\.isReport)
        #expect(ours.map(\.mode) == theirs.map(\.mode), "\(name) \(file)")
        print(
          "\(name): gpspipe printed \(Self.counts(theirs)), in \(file) are \(Self.counts(ours))")
        Self.compare(recorded.filter(\.hasFix), with: said.filter(\.hasFix), name + " " + file)
      }
      for ending in ["gpx", "geojson"] {
        let points = try Self.points(in: folder.path + "/t." + ending)
        Self.compare(points, with: said.filter(\.isPosition), name + "." + ending)
      }
      try Self.compareTraces(in: folder.path, name)
    }
  }

  // MARK: Listening

  private static func listen(to log: String, in folder: TemporaryFolder) throws {
    // gpsfake obeys a pause before its first sentence, in which the test can stop it. It drops all
    // other comments.
    let held = folder.path + "/held.log"
    let bytes = try Data("#Date:%Delay: 3\n".utf8) + Data(contentsOf: URL(fileURLWithPath: log))
    try bytes.write(to: URL(fileURLWithPath: held))
    let gpsd = try GPSDFixture(logs: [held], secondsPerPacket: 0.002, isOnce: true)
    gpsd.pause()
    let pipe = Process()
    let output = folder.path + "/gpspipe.jsonl"
    try Data().write(to: URL(fileURLWithPath: output))
    pipe.executableURL = URL(fileURLWithPath: "/usr/bin/gpspipe")
    pipe.arguments = ["-w", "127.0.0.1:\(gpsd.address.port)"]
    pipe.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    pipe.standardError = FileHandle.nullDevice
    try pipe.run()
    let recorders = try ["gpx", "geojson", "jsonl"].map {
      try CommandRun.Started(["record", "--gpsd", "\(gpsd.address)", "t." + $0], in: folder)
    }
    let live = try LiveProcess(
      ["--plain", "--record", "live.jsonl"], gpsd: gpsd.address, in: folder)
    try wait("five listeners") { connectionCount(gpsd.address) == 5 }
    gpsd.resume()
    try waitForSilence(in: output)
    gpsd.stop()
    pipe.waitUntilExit()
    for recorder in recorders {
      // Its message about gpsd's end comes after all reports.
      try wait("the end") { (try? recorder.complained())?.contains("waiting for it") == true }
      recorder.process.terminate()
      #expect(try recorder.end().status == 0)
    }
    try live.wait(for: ", since ")
    live.end(SIGTERM)
    #expect(try live.ended().status == 0)
  }

  /// Returns the number of gpsd's clients; nil while gpsd does not listen at that port.
  private static func connectionCount(_ address: GPSDAddress) -> Int? {
    let port = String(format: ":%04X", address.port)
    let table = connectionTable()
    let states = table.split(separator: "\n").compactMap { line -> Substring? in
      let fields = line.split(separator: " ")
      return fields.count > 3 && fields[1].hasSuffix(port) ? fields[3] : nil
    }
    return states.contains("0A") ? states.count { $0 == "01" } : nil
  }

  /// Returns the kernel's table of connections. The kernel delivers it page by page;
  /// `String(contentsOfFile:)` would take the first page for the whole file.
  private static func connectionTable() -> String {
    guard let file = fopen("/proc/net/tcp", "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for the end of the log. gpsd mostly reports then that the receiver is gone, for some
  /// logs it reports nothing.
  private static func waitForSilence(in path: String) throws {
    var text = ""
    var quietSince = Date()
    try wait("the log's end") {
      let now = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      if now != text { (text, quietSince) = (now, Date()) }
      return text.contains(#""activated":0"#) || Date().timeIntervalSince(quietSince) > 6
    }
  }

  private static func wait(_ what: String, until isDone: () -> Bool) throws {
    let end = Date().addingTimeInterval(120)
    while !isDone() {
      try #require(Date() < end, "waited in vain for \(what)")
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  // MARK: Comparing

  private static func reports(in path: String) throws -> [Report] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
      .map { try decoder.decode(Report.self, from: $0) }
  }

  /// Returns the points of GPX or GeoJSON, with a pattern rather than by the readers, which leave
  /// points out.
  private static func points(in path: String) throws -> [Report] {
    let isGPX = path.hasSuffix("gpx")
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .compactMap { line -> Report? in
        let line = String(line)
        guard line.contains(isGPX ? "<trkpt" : "\"Feature\"") else { return nil }
        let time = line.firstMatch(of: #/(?:<time>|"timestamp":")([^<"]*)/#).map { String($0.1) }
        let place =
          isGPX
          ? line.firstMatch(of: #/lat="([^"]*)" lon="([^"]*)"/#).map { ($0.1, $0.2) }
          : line.firstMatch(of: #/"coordinates":\[([^,]*),([^\]]*)\]/#).map { ($0.2, $0.1) }
        guard let place else { return nil }
        return Report(
          class: "TPV", mode: nil, time: time, lat: Double(place.0), lon: Double(place.1))
      }
  }

  /// Returns the numbers of reports, of those with mode 2 or more, and of those with a position as
  /// well.
  private static func counts(_ reports: [Report]) -> String {
    let positions = reports.count { $0.isPosition }
    return "\(reports.count)/\(reports.count { $0.hasFix })/\(positions)"
  }

  private static func compare(_ recorded: [Report], with said: [Report], _ name: String) {
    #expect(recorded.count == said.count, "\(name)")
    for (ours, theirs) in zip(recorded, said) {
      #expect(isNear(ours.lat, theirs.lat, 1e-7) && isNear(ours.lon, theirs.lon, 1e-7), "\(name)")
      let (our, their) = (seconds(ours.time), seconds(theirs.time))
      #expect(isNear(our, their, 0.001), "\(name): \(ours.time ?? "-") \(theirs.time ?? "-")")
      guard ours.mode != nil else { continue }
      #expect(ours.mode == theirs.mode, "\(name)")
      #expect(isNear(ours.altMSL, theirs.altMSL, 1e-4), "\(name)")
      #expect(isNear(ours.speed, theirs.speed, 1e-4), "\(name)")
      #expect(isNear(ours.track, theirs.track, 1e-4), "\(name)")
      #expect(isNear(ours.epv, theirs.epv, 1e-4), "\(name)")
    }
  }

  private static func seconds(_ time: String?) -> Double? {
    time.flatMap { Instant(iso8601: $0) }.map { $0.secondsSince1970 }
  }

  private static func isNear(_ a: Double?, _ b: Double?, _ tolerance: Double) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= tolerance
  }

  /// Compares the traces: gpspipe's output is a trace too.
  private static func compareTraces(in folder: String, _ name: String) throws {
    let theirs = Result { try Trace.read(path: folder + "/gpspipe.jsonl").points }
    for file in ["t.gpx", "t.geojson", "t.jsonl", "live.jsonl"] {
      let ours = Result { try Trace.read(path: folder + "/" + file).points }
      switch (ours, theirs) {
      case (.success(let ours), .success(let theirs)):
        #expect(ours.count == theirs.count, "\(name) \(file)")
        for (a, b) in zip(ours, theirs) {
          #expect(abs((a.time - b.time).seconds) <= 0.001, "\(name) \(file)")
          #expect(abs(a.coordinate.latitude - b.coordinate.latitude) <= 1e-7, "\(name) \(file)")
          #expect(abs(a.coordinate.longitude - b.coordinate.longitude) <= 1e-7, "\(name) \(file)")
        }
      case (.failure, .failure): break
      default: Issue.record("\(name) \(file): \(ours) and \(theirs)")
      }
    }
  }
}
