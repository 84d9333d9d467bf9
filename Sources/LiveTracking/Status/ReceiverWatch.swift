import LivePhone
import Timekeeping

/// Notices what gpsd never says: that a receiver which it reads is silent, as one is whose line is dead, and
/// that it has no receiver to read. By the uptime, each told once.
struct ReceiverWatch {
  static let silenceMin = TimeSpan.seconds(30 as Int64)
  /// gpsd names its receivers with its first answer; one that udev tells it of takes a moment.
  static let lackMin = TimeSpan.seconds(5 as Int64)
  static let lack =
    "gpsd knows of no receiver: plug one in, or sudo gpsdctl add /dev/ttyACM0"

  private struct Receiver {
    var path: String
    var heardAt: TimeSpan
    var isSilent = false
  }

  private var receivers: [Receiver] = []
  private var isConnected = false
  /// While gpsd answers and has named none.
  private var withoutReceiverSince: TimeSpan?
  private(set) var hasToldLack = false

  /// How long nothing has been heard of any receiver, if that is long.
  func silence(at uptime: TimeSpan) -> TimeSpan? {
    guard let last = receivers.map(\.heardAt).max(), uptime - last >= Self.silenceMin else {
      return nil
    }
    return uptime - last
  }

  /// - Returns: what there is to tell.
  mutating func hear(_ event: GPSDEvent, at uptime: TimeSpan) -> String? {
    switch event {
    case .connected: begin(at: uptime)
    case .disconnected: (isConnected, withoutReceiverSince) = (false, nil)
    case .devices(let paths): if !paths.isEmpty { endLack() }
    case .device(let path, let isActive):
      // What gpsd says of it is told by itself.
      if isActive { endLack() } else { receivers.removeAll { $0.path == path } }
    case .position(let report): return heard(report.device ?? "", at: uptime)
    case .sky, .rejected: break
    }
    return nil
  }

  /// What was silent before stays so until it is heard; nothing could be heard of the others.
  private mutating func begin(at uptime: TimeSpan) {
    isConnected = true
    if receivers.isEmpty { withoutReceiverSince = uptime }
    for index in receivers.indices where !receivers[index].isSilent {
      receivers[index].heardAt = uptime
    }
  }

  private mutating func endLack() { (withoutReceiverSince, hasToldLack) = (nil, false) }

  private mutating func heard(_ path: String, at uptime: TimeSpan) -> String? {
    endLack()
    guard let index = receivers.firstIndex(where: { $0.path == path }) else {
      receivers.append(Receiver(path: path, heardAt: uptime))
      return nil
    }
    defer { receivers[index] = Receiver(path: path, heardAt: uptime) }
    return receivers[index].isSilent ? "\(Self.name(path)) is heard again." : nil
  }

  /// As time passes.
  mutating func look(at uptime: TimeSpan) -> [String] {
    var words: [String] = []
    if let since = withoutReceiverSince, uptime - since >= Self.lackMin, !hasToldLack {
      hasToldLack = true
      words.append(Self.lack + ".")
    }
    for index in receivers.indices where isConnected && !receivers[index].isSilent {
      let silence = uptime - receivers[index].heardAt
      guard silence >= Self.silenceMin else { continue }
      receivers[index].isSilent = true
      words.append(
        "Nothing heard for \(silence.wholeSecondsWords) of \(Self.name(receivers[index].path)); "
          + "waiting for it.")
    }
    return words
  }

  private static func name(_ path: String) -> String { path.isEmpty ? "the receiver" : path }
}
