import Foundation
import LivePhone
import Synchronization
import Testing

/// A gpsd of a test's own on a free port, fed with a receiver's log by gpsfake. Gone with the test, gpsd and all.
package final class GPSDFixture {
  /// What `.enabled(if:)` takes, with the sentence of those tests that skip.
  package static let isInstalled = ["/usr/sbin/gpsd", "/usr/bin/gpsfake", "/usr/bin/gpspipe"]
    .allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  package static let skipped: Comment =
    "skipped: this machine has no gpsd, gpsfake and gpspipe (packages gpsd, gpsd-clients, gpsd-tools)"

  package let address: GPSDAddress
  private var process = Process()
  private let folder = TemporaryFolder()
  /// Of a log that lies in it.
  private var kept: TemporaryFolder?

  /// - Parameters:
  ///   - logs: each a receiver of its own.
  ///   - secondsPerPacket: between two packets of a log; a few make up one fix.
  ///   - isOnce: whether the logs end, and gpsd with them, rather than begin anew.
  ///   - port: of a gpsd that comes back; else a free one.
  package init(
    logs: [String], secondsPerPacket: Double = 0.02, isOnce: Bool = false, port: UInt16? = nil
  ) throws {
    address = GPSDAddress(host: "127.0.0.1", port: try port ?? freePort())
    for _ in 0..<5 {
      try run(
        "/usr/bin/gpsfake",
        ["-q", "-n", "-P", "\(address.port)", "-c", "\(secondsPerPacket)"] + (isOnce ? ["-1"] : [])
          // It is started elsewhere than the tests are.
          + logs.map { URL(fileURLWithPath: $0).path })
      if try hasReceivers(logs.count) { return }
      stop()
    }
    throw WithoutReceivers()
  }

  private struct WithoutReceivers: Error {}

  /// gpsfake tells its gpsd of each receiver as soon as gpsd's control socket is there, and says nothing when
  /// gpsd does not listen on it yet: on a busy machine it then plays to nobody.
  private func hasReceivers(_ count: Int) throws -> Bool {
    let heard = HeardEvents()
    let session = GPSDSession(
      address: address,
      retries: RetryPolicy(
        waitsForFirstAnswer: true, returnsAfterLoss: true, delay: .milliseconds(20),
        delayMax: .milliseconds(20)))
    session.start { heard.add($0) }
    defer { session.end() }
    try #require(heard.hears(within: 60) { $0.contains(where: \.isGreeting) }, "no gpsd came")
    return heard.hears(within: 3) { $0.receivers.count >= count }
  }

  /// gpsfake made of sentences that a test writes itself.
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

  /// gpsd alone, on devices that the test sees to itself.
  package init(devices: [String], port: UInt16? = nil) throws {
    address = GPSDAddress(host: "127.0.0.1", port: try port ?? freePort())
    try run(
      "/usr/sbin/gpsd",
      ["-N", "-n", "-b", "-S", "\(address.port)", "-F", folder.path + "/control"] + devices)
    // Whoever asks without `--wait` finds it there.
    _ = try hasReceivers(0)
  }

  /// As udev has gpsdctl tell gpsd that a device was plugged in or out.
  package func tell(_ word: String, of device: String) throws {
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

  /// Nothing is fed until `resume`; gpsd itself goes on, so that everybody can connect first.
  package func pause() { kill(process.processIdentifier, SIGSTOP) }
  package func resume() { kill(process.processIdentifier, SIGCONT) }

  /// Both at once: gpsfake is the leader of a group of its own, in which gpsd is too.
  package func stop() {
    guard process.isRunning else { return }
    kill(-process.processIdentifier, SIGKILL)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// The recordings that receivers made, or nil where the folder is not there.
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

/// What a session says, from its thread, for a test to wait for.
package final class HeardEvents: Sendable {
  private let heard = Mutex<[GPSDEvent]>([])
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  package var all: [GPSDEvent] { heard.withLock { $0 } }
  package var positions: [PositionReport] { all.positions }

  package func add(_ event: GPSDEvent) {
    heard.withLock { $0.append(event) }
    arrival.signal()
  }

  /// Call it on a thread of the test's own (`onOwnThread`).
  package func wait(
    until isDone: ([GPSDEvent]) -> Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    if !hears(within: 60, isDone) {
      Issue.record("only heard: \(all.suffix(20))", sourceLocation: sourceLocation)
    }
  }

  /// Call it on a thread of the test's own.
  package func hears(within seconds: Double, _ isDone: ([GPSDEvent]) -> Bool) -> Bool {
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
  /// The paths of all that gpsd has told of.
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
