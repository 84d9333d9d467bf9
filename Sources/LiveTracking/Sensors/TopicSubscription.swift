import Files
import Foundation
import LivePhone
import Synchronization
import Text
import Timekeeping

/// A subscription to a topic of an MQTT broker, through the program mosquitto_sub.
///
/// mosquitto_sub speaks the protocol, with TLS and passwords from its own configuration file. It
/// prints each message in hexadecimal digits, so that a message may contain line ends. If it ends,
/// for example because the broker is down, it is started again after a delay.
final class TopicSubscription: SensorTransport, Sendable {
  private static let command = "mosquitto_sub"
  /// The longest accepted message in bytes.
  static let messageBytesMax = 2 << 20
  private static let retries = RetryPolicy.always

  private struct State {
    var process: Process?
    var hasEnded = false
  }

  private let path: String
  private let arguments: [String]
  private let feed: SensorFeed
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  init(_ broker: GPSDAddress, topic: String, _ feed: SensorFeed) throws(InputError) {
    guard let path = InstalledProgram.path(of: Self.command) else {
      throw InputError(
        .commandLine, "--sensors mqtt:// needs the program \(Self.command), which is not installed",
        accepted: "the same after 'sudo apt install mosquitto-clients'")
    }
    self.path = path
    // -R leaves out the old message that a broker may keep for new subscribers.
    arguments = [
      "-h", broker.host, "-p", "\(broker.port)", "-t", topic, "-R", "-F", "%x",
    ]
    self.feed = feed
    let thread = Thread { [self] in work() }
    thread.name = "mqtt"
    thread.start()
  }

  func end() {
    let process = state.withLock { state in
      state.hasEnded = true
      return state.process
    }
    wake.signal()
    if let process { Self.stop(process) }
  }

  /// Stops mosquitto_sub, which ignores SIGTERM while its broker is away.
  private static func stop(_ process: Process) {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  private var hasEnded: Bool { state.withLock { $0.hasEnded } }

  private func work() {
    var failures = 0
    while !hasEnded {
      var hasArrived = false
      let reason = follow { hasArrived = true }
      guard !hasEnded else { return }
      failures = hasArrived ? 0 : failures + 1
      let delay = Self.retries.delay(afterFailures: failures, hasAnswered: true) ?? .seconds(1.0)
      feed.set(connectionTrouble: "\(Self.command): \(reason); trying again every \(delay)")
      _ = wake.wait(timeout: .now() + .milliseconds(Int(delay.seconds * 1000)))
    }
  }

  /// Runs mosquitto_sub until it ends. Returns the reason that it gave.
  private func follow(_ onMessage: () -> Void) -> String {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { return "cannot be started at \(path)" }
    let isOver = state.withLock { state in
      state.process = process
      return state.hasEnded
    }
    if isOver { Self.stop(process) }
    read(output.fileHandleForReading, onMessage)
    let words = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    process.waitUntilExit()
    let last = words.split(whereSeparator: \.isNewline).last.map(String.init)
    return last?.prefix(200).description ?? "it ended with status \(process.terminationStatus)"
  }

  private func read(_ file: FileHandle, _ onMessage: () -> Void) {
    var lines = LineSplitter(lengthMax: 2 * Self.messageBytesMax)
    while true {
      let data = file.availableData
      guard !data.isEmpty else { return }
      lines.add(data) { piece in
        onMessage()
        feed.set(connectionTrouble: nil)
        switch piece {
        case .line(let digits): feed.take(Self.bytes(digits))
        case .tooLong: feed.reject("a message of more than \(Self.messageBytesMax) bytes")
        }
      }
    }
  }

  /// Returns the bytes that hexadecimal digits stand for.
  static func bytes(_ digits: [UInt8]) -> [UInt8] {
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: values.count - 1, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
  }
}
