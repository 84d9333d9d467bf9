import Foundation
import LivePhone
import PhoneAPI
import Testing
import Timekeeping
import TrackingEngine

/// `odograph live` as a separate process, on a test's gpsd. Its store lies in a folder of its own,
/// which remains after the process.
package final class LiveProcess {
  package let running: CommandRun.Started
  package let folder: TemporaryFolder

  /// - Parameters:
  ///   - arguments: arguments in addition to those of every test.
  ///   - waits: True to wait for a gpsd that has only been started.
  ///   - output: the destination of its lines if the test does not wait for them here.
  ///   - launcher: a program that executes it, and that program's arguments.
  package init(
    _ arguments: [String], gpsd: GPSDAddress, in folder: TemporaryFolder, waits: Bool = true,
    environment: [String: String] = ["ODOGRAPH_DEVICE_TOKEN": ServedReceiver.deviceToken],
    output: FileHandle? = nil, by launcher: [String] = []
  ) throws {
    self.folder = folder
    running = try CommandRun.Started(
      ["live", "--gpsd", "\(gpsd)", "--store", "app/records.sqlite", "--every", "0 s"]
        + ["--set", "deviceID=live", "--set", "sendInterval=1 s"] + (waits ? ["--wait"] : [])
        + arguments,
      in: folder, environment: environment, output: output, by: launcher)
  }

  /// Waits until the process ends by itself.
  package func ended() throws -> CommandRun { try running.end() }

  deinit { if running.process.isRunning { end(SIGKILL) } }

  package func end(_ signal: Int32) {
    kill(running.process.processIdentifier, signal)
    running.process.waitUntilExit()
  }

  /// Waits until a line contains these words.
  package func wait(
    seconds: Double = 60, for words: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try waitUntil(seconds, sourceLocation) { try running.said().contains(words) }
  }
}

/// Waits for a change in another process. Call it on a separate thread.
package func waitUntil(
  _ seconds: Double = 60, _ sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ isDone: () throws -> Bool
) throws {
  let end = LiveClock.machineUptime + .seconds(seconds)
  while try !isDone() {
    try #require(LiveClock.machineUptime < end, sourceLocation: sourceLocation)
    Thread.sleep(forTimeInterval: 0.05)
  }
}

extension ServedReceiver {
  /// Returns the times of the receiver's fixes by the admin call, in the order of their stamps.
  package func receivedTimes(on day: String, _ phone: LivePhone) throws -> [String] {
    let span = "from=\(day)T00:00:00Z&to=\(day)T23:59:59Z"
    let request = HTTPRequest(
      method: "GET", url: "http://127.0.0.1:\(port)/admin/track?device=live&\(span)",
      headers: [HTTPHeader("Authorization", "Bearer \(Self.adminToken)")])
    var answer: Result<HTTPResponse, HTTPError>?
    phone.http.send(request) { answer = $0 }
    phone.loop.run(for: .seconds(30 as Int64)) { answer != nil }
    let response = try #require(try answer?.get())
    guard response.status == 200 else { return [] }
    struct Track: Decodable {
      struct Record: Decodable { var time: String }
      var records: [Record]
    }
    return try JSONDecoder().decode(Track.self, from: Data(response.body)).records.map(\.time)
  }
}
