import Foundation
import LivePhone
import PhoneAPI
import TestSupport
import Testing
import Timekeeping

/// `odograph serve` as a separate process, on a port of this machine and with a store in a folder.
package final class ServedReceiver {
  package static let deviceToken = "device-token-of-the-tests"
  package static let adminToken = "admin-token-of-the-tests"

  package let port: UInt16
  private let process = Process()

  /// Starts the server and waits until it listens.
  ///
  /// - Parameter port: The port; 0 for any free one.
  package init(in folder: String, port: UInt16 = 0) throws {
    process.executableURL = builtProgram
    process.arguments = ["serve", "--port", "\(port)", "--store", folder + "/received.sqlite"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "ODOGRAPH_DEVICE_TOKEN": Self.deviceToken, "ODOGRAPH_ADMIN_TOKEN": Self.adminToken,
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var said = ""
    // Its output begins with the page's address and comes in one piece.
    while !said.contains("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      said += String(decoding: data, as: UTF8.self)
    }
    let address = said.prefix { $0 != "\n" }.split(separator: ":").last?.prefix { $0.isNumber }
    self.port = try #require(address.flatMap { UInt16($0) }, "odograph serve said \(said)")
  }

  deinit { end(SIGKILL) }

  package var endpoint: String { "http://127.0.0.1:\(port)/overland" }

  /// Ends the server by a signal, waits for its end, and returns its exit status.
  @discardableResult
  package func end(_ signal: Int32) -> Int32 {
    if process.isRunning { Foundation.kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Returns the seconds after noon of all received fixes, in the order of their stamps, by the
  /// admin call.
  package func receivedSeconds(_ phone: LivePhone) throws -> [Int] {
    let span = "from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z"
    let request = HTTPRequest(
      method: "GET", url: "http://127.0.0.1:\(port)/admin/track?device=live&\(span)",
      headers: [HTTPHeader("Authorization", "Bearer \(Self.adminToken)")])
    var answer: Result<HTTPResponse, HTTPError>?
    phone.http.send(request) { answer = $0 }
    phone.loop.run(for: .seconds(30 as Int64)) { answer != nil }
    let body = try #require(try answer?.get().body)
    struct Track: Decodable {
      struct Record: Decodable { var time: String }
      var records: [Record]
    }
    return try JSONDecoder().decode(Track.self, from: Data(body)).records.map { record in
      let instant = try #require(Instant(iso8601: record.time))
      return Int((instant - LiveTracker.noon).seconds.rounded())
    }
  }
}
