import LivePhone
import Timekeeping

/// A detector of two problems that gpsd never reports: a silent receiver, and no receiver at all.
///
/// A receiver is silent if, for example, its cable is broken. A problem that continues is reported
/// only once. All times are uptimes.
struct ReceiverWatch {
  static let silenceMin = TimeSpan.seconds(30 as Int64)
  /// The time after which a lack of receivers is reported.
  ///
  /// gpsd's first answer can be empty although a receiver is plugged in. gpsd lists such a receiver
  /// a moment later, after the system (udev) has reported the receiver to gpsd.
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
  /// The uptime at which gpsd began to answer without listing a receiver; nil if gpsd lists one.
  private var withoutReceiverSince: TimeSpan?
  private(set) var hasReportedLack = false

  /// Returns the time without data from any receiver; nil if it is less than `silenceMin`, or if no
  /// receiver has sent data yet.
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

  /// Restarts the detection when gpsd connects.
  ///
  /// A silent receiver stays silent until it sends data. For every other receiver the time without
  /// data restarts at 0, because no data could arrive while gpsd was disconnected.
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
