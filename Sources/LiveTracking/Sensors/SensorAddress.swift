import LivePhone
import Text

/// The value of `--sensors`: the way in which another device's readings arrive.
package enum SensorAddress: Sendable, Hashable, CustomStringConvertible {
  /// A port that accepts lines, each a message.
  case tcp(GPSDAddress)
  /// A port that accepts HTTP requests, each with a message as its body.
  case http(GPSDAddress)
  /// A topic of an MQTT broker.
  case mqtt(GPSDAddress, topic: String)

  private static let standardMQTTPort: UInt16 = 1883
  private static let topicBytesMax = 1024
  static let accepted =
    "tcp://127.0.0.1:5555, http://0.0.0.0:5555 or mqtt://broker:1883/topic"

  /// Reads the value of `--sensors`.
  package init(option text: String) throws(InputError) {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : ""
    let address: SensorAddress? =
      switch parts[0] {
      case "tcp": GPSDAddress(rest, defaultPort: 0).map { .tcp($0) }
      case "http": GPSDAddress(rest, defaultPort: 0).map { .http($0) }
      case "mqtt": Self.mqtt(rest)
      default: nil
      }
    guard let address else {
      throw InputError(
        .commandLine, "--sensors is \(quoted(text))", accepted: Self.accepted)
    }
    self = address
  }

  private static func mqtt(_ text: String) -> SensorAddress? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let topic = parts.last, !topic.isEmpty,
      topic.utf8.count <= topicBytesMax, !topic.utf8.contains(0),
      let broker = GPSDAddress(String(parts[0]), defaultPort: standardMQTTPort)
    else { return nil }
    return .mqtt(broker, topic: String(topic))
  }

  package var description: String {
    switch self {
    case .tcp(let address): "tcp://\(address)"
    case .http(let address): "http://\(address)"
    case .mqtt(let broker, let topic): "mqtt://\(broker)/\(topic)"
    }
  }

  /// True if other machines can connect to the port, so that senders need a token.
  var isOpenToOthers: Bool {
    switch self {
    case .tcp(let address), .http(let address): !address.isLoopback
    case .mqtt: false
    }
  }
}

extension GPSDAddress {
  fileprivate var isLoopback: Bool { numericHost == "::1" || numericHost.hasPrefix("127.") }

  /// The host for functions that accept only numeric addresses.
  var numericHost: String { host == "localhost" ? "127.0.0.1" : host }
}
