import LivePhone
import Timekeeping

/// A watch for two states that gpsd never reports: a silent receiver, and no receiver at all.
///
/// A receiver is silent if, for example, its cable is broken. Times are uptimes, and each state is
/// reported once.
struct ReceiverWatch {
  static let silenceMin = TimeSpan.seconds(30 as Int64)
  /// The time after which a gpsd without receivers is reported.
  ///
  /// gpsd's first answer lists the receivers that it knows. If udev reports a receiver, gpsd lists
  /// that receiver a moment later.
  static let lackMin = TimeSpan.seconds(5 as Int64)
  static let lack =
    "gpsd has no receiver: plug one in, or run 'sudo gpsdctl add /dev/ttyACM0'"

  private struct Receiver {
    var path: String
    var receivedAt: TimeSpan
    var isSilent = false
  }

  private var receivers: [Receiver] = []
  private var isConnected = false
  /// The uptime since which gpsd answers but lists no receiver; nil if it lists one.
  private var withoutReceiverSince: TimeSpan?
  private(set) var hasReportedLack = false

  /// Returns the time without data from any receiver; nil if the time is short.
  func silence(at uptime: TimeSpan) -> TimeSpan? {
    guard let last = receivers.map(\.receivedAt).max(), uptime - last >= Self.silenceMin else {
      return nil
    }
    return uptime - last
  }

  /// Processes an event from gpsd.
  ///
  /// - Returns: The message to report; nil if there is none.
  mutating func receive(_ event: GPSDEvent, at uptime: TimeSpan) -> String? {
    switch event {
    case .connected: begin(at: uptime)
    case .disconnected: (isConnected, withoutReceiverSince) = (false, nil)
    case .devices(let paths): if !paths.isEmpty { endLack() }
    case .device(let path, let isActive):
      // The removal itself is reported elsewhere.
      if isActive { endLack() } else { receivers.removeAll { $0.path == path } }
    case .position(let report): return received(report.device ?? "", at: uptime)
    case .sky, .rejected: break
    }
    return nil
  }

  /// Starts the watch when gpsd connects.
  ///
  /// A receiver that was silent before stays silent until it sends data. For every other receiver
  /// the time without data begins at 0 again, since it could send no data without a connection.
  private mutating func begin(at uptime: TimeSpan) {
    isConnected = true
    if receivers.isEmpty { withoutReceiverSince = uptime }
    for index in receivers.indices where !receivers[index].isSilent {
      receivers[index].receivedAt = uptime
    }
  }

  private mutating func endLack() { (withoutReceiverSince, hasReportedLack) = (nil, false) }

  private mutating func received(_ path: String, at uptime: TimeSpan) -> String? {
    endLack()
    guard let index = receivers.firstIndex(where: { $0.path == path }) else {
      receivers.append(Receiver(path: path, receivedAt: uptime))
      return nil
    }
    defer { receivers[index] = Receiver(path: path, receivedAt: uptime) }
    return receivers[index].isSilent ? "\(Self.name(path)) sends data again." : nil
  }

  /// Returns the messages about receivers that have become silent, or about gpsd's lack of
  /// receivers.
  mutating func look(at uptime: TimeSpan) -> [String] {
    var words: [String] = []
    if let since = withoutReceiverSince, uptime - since >= Self.lackMin, !hasReportedLack {
      hasReportedLack = true
      words.append(Self.lack + ".")
    }
    for index in receivers.indices where isConnected && !receivers[index].isSilent {
      let silence = uptime - receivers[index].receivedAt
      guard silence >= Self.silenceMin else { continue }
      receivers[index].isSilent = true
      words.append(
        "No data for \(silence.wholeSecondsWords) from \(Self.name(receivers[index].path)); "
          + "waiting for it.")
    }
    return words
  }

  private static func name(_ path: String) -> String { path.isEmpty ? "the receiver" : path }
}
