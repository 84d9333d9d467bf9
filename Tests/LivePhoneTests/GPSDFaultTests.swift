import Foundation
import Geodesy
import LiveTestSupport
import Testing
import Timekeeping

@testable import LivePhone

/// gpsd itself, fed by gpsfake with logs of receivers, or by a receiver that the test plays.
@Suite("Real gpsd", .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
struct GPSDFaultTests {
  static let hasLogs = receiverLog("ericsson-gru04-02-70sec") != nil
  static let noLogs: Comment = "skipped: no recordings of receivers here"

  @Test(
    "What is heard is what gpspipe prints, to 1e-7 degrees and a millisecond",
    .enabled(if: hasLogs, noLogs))
  func agreesWithGpspipe() async throws {
    let log = try #require(receiverLog("ericsson-gru04-02-70sec"))
    try await onOwnThread {
      let gpsd = try GPSDFixture(logs: [log], secondsPerPacket: 0.004)
      let (session, received) = Self.listen(to: gpsd)
      received.wait { $0.positions.contains(where: \.hasFix) }
      let printed = try Self.gpspipe(gpsd.address, lines: 120)
      #expect(printed.count > 40)
      // gpspipe connected later and left earlier: its output is a part of the session's reports.
      received.wait {
        let fixes = $0.positions.filter(\.hasFix)
        return fixes.indices.contains { start in
          fixes.count - start >= printed.count
            && zip(fixes[start...], printed).allSatisfy { Self.agree($0, $1) }
        }
      }
      session.end()
    }
  }

  @Test("A receiver that is unplugged is told of, and heard again when it is back")
  func unplugged() async throws {
    try await onOwnThread {
      let receiver = try ReceiverPort()
      let gpsd = try GPSDFixture(devices: [receiver.path])
      let (session, received) = Self.listen(to: gpsd)
      Self.play(receiver, until: { received.positions.count(where: \.hasFix) >= 3 }) { nmea($0) }
      try gpsd.notify("remove", of: receiver.path)
      received.wait { $0.last == .device(path: receiver.path, isActive: false) }
      let count = received.positions.count
      receiver.say(nmea(50))
      Thread.sleep(forTimeInterval: 0.2)
      #expect(received.positions.count == count)
      try gpsd.notify("add", of: receiver.path)
      received.wait { $0.last == .device(path: receiver.path, isActive: true) }
      Self.play(receiver, until: { received.positions.dropFirst(count).contains(where: \.hasFix) })
      {
        nmea(100 + $0)
      }
      session.end()
    }
  }

  @Test("Without satellites there is a mode, and no position; with them there is one again")
  func losesFix() async throws {
    try await onOwnThread {
      let receiver = try ReceiverPort()
      let gpsd = try GPSDFixture(devices: [receiver.path])
      let (session, received) = Self.listen(to: gpsd)
      var second = 0
      for isFix in [true, false, true] {
        let before = received.positions.count
        Self.play(
          receiver,
          until: { received.positions.dropFirst(before).count { $0.hasFix == isFix } >= 3 }
        ) { _ in
          second += 1
          return nmea(second, dimensions: isFix ? 3 : 0)
        }
      }
      session.end()
      let modes = received.positions.filter { !$0.hasFix }.map(\.mode)
      #expect(!modes.isEmpty && modes.allSatisfy { $0 <= .none })
      let fix = try #require(received.positions.last { $0.hasFix })
      #expect(fix.time.map { $0 > Instant(iso8601: "2026-03-02T12:00:00Z") ?? $0 } == true)
    }
  }

  @Test("gpsd that is killed and started again is heard again")
  func restarts() async throws {
    try await onOwnThread {
      let receiver = try ReceiverPort()
      let gpsd = try GPSDFixture(devices: [receiver.path])
      let (session, received) = Self.listen(to: gpsd)
      Self.play(receiver, until: { received.positions.contains(where: \.hasFix) }) { nmea($0) }
      gpsd.stop()
      received.wait { if case .disconnected? = $0.last { true } else { false } }
      let again = try GPSDFixture(devices: [receiver.path], port: gpsd.address.port)
      let count = received.positions.count
      Self.play(receiver, until: { received.positions.dropFirst(count).contains(where: \.hasFix) })
      {
        nmea(100 + $0)
      }
      session.end()
      again.stop()
      let connections = received.all.count { if case .connected = $0 { true } else { false } }
      #expect(connections == 2)
    }
  }

  @Test("Two receivers at once are told apart")
  func twoReceivers() async throws {
    try await onOwnThread {
      let receivers = [try ReceiverPort(), try ReceiverPort()]
      let gpsd = try GPSDFixture(devices: receivers.map(\.path))
      let (session, received) = Self.listen(to: gpsd)
      let isDone = {
        receivers.allSatisfy { receiver in
          received.positions.contains { $0.device == receiver.path && $0.hasFix }
        }
      }
      for second in 0..<3000 where !isDone() {
        receivers[0].say(nmea(second % 400))
        receivers[1].say(nmea(2000 + second % 400))
        Thread.sleep(forTimeInterval: 0.02)
      }
      session.end()
      for (receiver, latitudes) in zip(receivers, [45.0..<45.001, 45.003..<45.005]) {
        let heardOf = received.positions.filter { $0.device == receiver.path && $0.hasFix }
        #expect(!heardOf.isEmpty)
        #expect(heardOf.allSatisfy { latitudes.contains($0.coordinate?.latitude ?? 0) })
      }
    }
  }

  @Test("A receiver that speaks a hundred times a second is heard whole")
  func flood() async throws {
    try await onOwnThread {
      let receiver = try ReceiverPort()
      let gpsd = try GPSDFixture(devices: [receiver.path])
      let (session, received) = Self.listen(to: gpsd)
      Self.play(receiver, until: { received.positions.contains(where: \.hasFix) }) { nmea($0) }
      for second in 1000..<1500 {
        receiver.say(nmea(second))
        Thread.sleep(forTimeInterval: 0.01)
      }
      received.wait { $0.positions.last?.time == Instant(iso8601: "2026-03-02T12:24:59Z") }
      session.end()
      let seconds = received.positions.filter(\.hasFix).compactMap { $0.time?.wholeSeconds }
      let wanted = Instant(iso8601: "2026-03-02T12:16:40Z")?.wholeSeconds ?? 0
      #expect(Set(seconds).isSuperset(of: wanted..<wanted + 500))
    }
  }

  // MARK: Playing and listening

  private static func listen(to gpsd: GPSDFixture) -> (GPSDSession, HeardEvents) {
    let session = GPSDSession(
      address: gpsd.address,
      retries: RetryPolicy(
        waitsForFirstAnswer: true, returnsAfterLoss: true, delay: .milliseconds(50),
        delayMax: .milliseconds(50)))
    let received = HeardEvents()
    session.start { received.add($0) }
    return (session, received)
  }

  /// Lets the receiver report one second after another, faster than real time.
  private static func play(
    _ receiver: ReceiverPort, until isDone: () -> Bool, _ say: (Int) -> String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    for second in 0..<2000 {
      if isDone() { return }
      receiver.say(say(second))
      Thread.sleep(forTimeInterval: 0.03)
    }
    #expect(isDone(), sourceLocation: sourceLocation)
  }

  private struct Printed: Decodable {
    var `class`: String
    var mode: Int?
    var time: String?
    var lat: Double?
    var lon: Double?
  }

  /// Returns the reports of a position in the first lines that gpspipe prints.
  private static func gpspipe(_ address: GPSDAddress, lines: Int) throws -> [Printed] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gpspipe")
    process.arguments = ["-w", "-n", "\(lines)", address.description]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(whereSeparator: \.isNewline).compactMap {
      try? JSONDecoder().decode(Printed.self, from: Data($0.utf8))
    }.filter { $0.class == "TPV" && $0.mode ?? 0 >= 2 }
  }

  private static func agree(_ report: PositionReport, _ printed: Printed) -> Bool {
    guard let coordinate = report.coordinate, let latitude = printed.lat,
      let longitude = printed.lon,
      report.mode.rawValue == printed.mode, abs(coordinate.latitude - latitude) <= 1e-7,
      abs(coordinate.longitude - longitude) <= 1e-7
    else { return false }
    guard let time = report.time, let said = printed.time.flatMap({ Instant(iso8601: $0) }) else {
      return report.time == nil && printed.time == nil
    }
    return abs((time - said).nanoseconds) <= 1_000_000
  }
}
