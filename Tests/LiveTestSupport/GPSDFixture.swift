import Foundation
import LivePhone
import Synchronization
import Testing

/// A gpsd for one test on a free port, fed with a receiver's log by gpsfake. Both end with the
/// test.
package final class GPSDFixture {
  /// True if gpsd's programs are installed; a condition for `.enabled(if:)`.
  package static let isInstalled = ["/usr/sbin/gpsd", "/usr/bin/gpsfake", "/usr/bin/gpspipe"]
    .allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  package static let skipped: Comment =
    "skipped: this machine has no gpsd, gpsfake and gpspipe (packages gpsd, gpsd-clients, gpsd-tools)"

  package let address: GPSDAddress
  private var process = Process()
  private let folder = TemporaryFolder()
  /// The folder of a log that the fixture has written.
  private var kept: TemporaryFolder?

  /// - Parameters:
  ///   - logs: the paths of logs, one for each receiver.
  ///   - secondsPerPacket: the time between two packets of a log; a few packets make one fix.
  ///   - isOnce: True if the logs, and gpsd with them, end instead of starting again.
  ///   - port: the port of a gpsd that returns; nil for a free one.
  package init(
    logs: [String], secondsPerPacket: Double = 0.02, isOnce: Bool = false, port: UInt16? = nil
  ) throws {
    address = GPSDAddress(host: "127.0.0.1", port: try port ?? freePort())
    for _ in 0..<5 {
      try run(
        "/usr/bin/gpsfake",
        ["-q", "-n", "-P", "\(address.port)", "-c", "\(secondsPerPacket)"] + (isOnce ? ["-1"] : [])
          // It is started in another folder than the tests.
          + logs.map { URL(fileURLWithPath: $0).path })
      if try hasReceivers(logs.count) { return }
      stop()
    }
    throw WithoutReceivers()
  }

  private struct WithoutReceivers: Error {}

  /// Returns true if gpsd has the receivers.
  ///
  /// gpsfake announces each receiver as soon as gpsd's control socket exists. It reports no error
  /// if gpsd does not listen on it yet: on a busy machine it then plays to no gpsd.
  private func hasReceivers(_ count: Int) throws -> Bool {
    let received = HeardEvents()
    let session = GPSDSession(
      address: address,
      retries: RetryPolicy(
        waitsForFirstAnswer: true, returnsAfterLoss: true, delay: .milliseconds(20),
        delayMax: .milliseconds(20)))
    session.start { received.add($0) }
    defer { session.end() }
    try #require(received.receives(within: 60) { $0.contains(where: \.isGreeting) }, "no gpsd came")
    return received.receives(within: 3) { $0.receivers.count >= count }
  }

  /// Starts gpsfake with sentences that a test writes.
  package convenience init(
    sentences: [String], secondsPerPacket: Double = 0.02, isOnce: Bool = false
  ) throws {
    let folder = TemporaryFolder()
    let log = folder.path + "/sentences.log"
    try sentences.map { $0 + "\r\n" }.joined().write(
      toFile: log, atomically: true, encoding: .utf8)
    try self.init(logs: [log], secondsPerPacket: secondsPerPacket, isOnce: isOnce)
    kept = folder
  }

  /// Starts gpsd alone, on devices that the test provides.
  package init(devices: [String], port: UInt16? = nil) throws {
    address = GPSDAddress(host: "127.0.0.1", port: try port ?? freePort())
    try run(
      "/usr/sbin/gpsd",
      ["-N", "-n", "-b", "-S", "\(address.port)", "-F", folder.path + "/control"] + devices)
    // A client without `--wait` finds gpsd listening.
    _ = try hasReceivers(0)
  }

  /// Adds or removes a device, as udev does through gpsdctl.
  package func notify(_ word: String, of device: String) throws {
    let teller = Process()
    teller.executableURL = URL(fileURLWithPath: "/usr/sbin/gpsdctl")
    teller.arguments = [word, device]
    teller.environment = ["GPSD_SOCKET": folder.path + "/control"]
    try teller.run()
    teller.waitUntilExit()
  }

  private func run(_ path: String, _ arguments: [String]) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { stop() }

  /// Stops gpsfake until `resume`. gpsd goes on, so that all clients can connect first.
  package func pause() { kill(process.processIdentifier, SIGSTOP) }
  package func resume() { kill(process.processIdentifier, SIGCONT) }

  /// Ends both at once: gpsfake is the leader of a process group that contains gpsd.
  package func stop() {
    guard process.isRunning else { return }
    kill(-process.processIdentifier, SIGKILL)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// Returns the path of a receiver's log; nil if the folder of recordings is missing.
package func receiverLog(_ name: String) -> String? {
  let folder = ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
  let path = "\(folder)/gpsd-logs/\(name).log"
  return FileManager.default.fileExists(atPath: path) ? path : nil
}

#if canImport(Darwin)
  package let streamType = SOCK_STREAM
#else
  package let streamType = Int32(SOCK_STREAM.rawValue)
#endif

/// The events of a session, from its thread, for a test to wait for.
package final class HeardEvents: Sendable {
  private let received = Mutex<[GPSDEvent]>([])
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  package var all: [GPSDEvent] { received.withLock { $0 } }
  package var positions: [PositionReport] { all.positions }

  package func add(_ event: GPSDEvent) {
    received.withLock { $0.append(event) }
    arrival.signal()
  }

  /// Waits for events. Call it on a separate thread (`onOwnThread`).
  package func wait(
    until isDone: ([GPSDEvent]) -> Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    if !receives(within: 60, isDone) {
      Issue.record("only heard: \(all.suffix(20))", sourceLocation: sourceLocation)
    }
  }

  /// Returns true if the events come in time. Call it on a separate thread.
  package func receives(within seconds: Double, _ isDone: ([GPSDEvent]) -> Bool) -> Bool {
    let end = DispatchTime.now() + seconds
    while !isDone(all) {
      guard arrival.wait(timeout: end) == .success else { return isDone(all) }
    }
    return true
  }
}

extension GPSDEvent {
  package var isGreeting: Bool { if case .connected = self { true } else { false } }
}

extension [GPSDEvent] {
  /// The paths of all receivers that gpsd has reported.
  fileprivate var receivers: Set<String> {
    reduce(into: []) { paths, event in
      switch event {
      case .devices(let all): paths.formUnion(all)
      case .device(let path, true): paths.insert(path)
      default: break
      }
    }
  }

  package var positions: [PositionReport] {
    compactMap { if case .position(let report) = $0 { report } else { nil } }
  }
}
