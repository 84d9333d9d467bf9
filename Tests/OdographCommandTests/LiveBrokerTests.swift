import Foundation
import LivePhone
import LiveTestSupport
import Testing
import Timekeeping

/// `odograph live` on the readings of an MQTT broker: Debian's Mosquitto.
@Suite("odograph live, on an MQTT broker")
struct LiveBrokerTests {
  private static let isInstalled = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_sub"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A broker on a port of this machine.
  private final class Broker {
    private let process = Process()

    init(_ port: UInt16) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/sbin/mosquitto")
      process.arguments = ["-p", "\(port)"]
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    func stop() {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }

    deinit { stop() }
  }

  /// Publishes a message, which may have several lines. Returns false without a broker.
  private static func publish(_ message: String, to port: UInt16) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_pub")
    process.arguments = ["-p", "\(port)", "-t", "phone/sensors", "-m", message]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Returns the number of subscriptions to the broker that still run.
  private static func subscribers(of port: UInt16) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pgrep", "-f", "mosquitto_sub -h 127.0.0.1 -p \(port) "]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data.split(separator: UInt8(ascii: "\n")).count
  }

  @Test(
    "Messages of a topic arrive, from a broker that comes late and again, and no program is left",
    .enabled(if: isInstalled, "skipped: mosquitto is not installed"))
  func broker() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      let live = try CommandRun.Started(
        ["live", "--gpsd", "none", "--sensors", "mqtt://127.0.0.1:\(port)/phone/#"]
          + ["--store", "app/records.sqlite", "--plain", "--every", "0 s"], in: folder)
      func status() throws -> String {
        try CommandRun(
          ["live", "--send", "status", "--store", "app/records.sqlite"], in: folder
        ).output
      }
      func send(_ latitude: Double) throws {
        try waitUntil {
          _ = try Self.publish(
            "{\n\"payload\":[{\"name\":\"location\",\n"
              + "\"values\":{\"latitude\":\(latitude),\"longitude\":8}}]}\n", to: port)
          return try status().contains("\nPosition  \(latitude)0000, 8.00000")
        }
      }
      try waitUntil { try status().contains("mosquitto_sub: Error: Connection refused") }
      let broker = try Broker(port)
      try send(45.5)
      try waitUntil { try !status().contains("mosquitto_sub: ") }
      broker.stop()
      let again = try Broker(port)
      try send(46.5)
      withExtendedLifetime(again) {}
      kill(live.process.processIdentifier, SIGTERM)
      #expect(try live.end().status == 0)
      #expect(try Self.subscribers(of: port) == 0)
    }
  }

  @Test("Without mosquitto_sub the command that installs it is named")
  func missing() throws {
    let run = try CommandRun(
      ["live", "--gpsd", "none", "--sensors", "mqtt://127.0.0.1/x"]
        + ["--store", "app/records.sqlite"], in: TemporaryFolder(),
      environment: ["PATH": "/nonexistent"])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "odograph: --sensors mqtt:// needs the program mosquitto_sub, which is not installed; "
        + "accepted: the same after 'sudo apt install mosquitto-clients'\n")
  }
}
