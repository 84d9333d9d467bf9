import LivePhone
import Text

/// A way in which readings arrive from another device.
protocol SensorTransport: AnyObject {
  /// Ends the transport. No message is accepted after that.
  func end()
}

extension SensorOptions {
  /// Opens the port, or subscribes to the topic.
  func open(_ feed: SensorFeed) throws(InputError) -> any SensorTransport {
    switch address {
    case .tcp(let address): try LineSensorServer(address, token, feed)
    case .http(let address): try WebSensorServer(address, token, feed)
    case .mqtt(let broker, let topic): try TopicSubscription(broker, topic: topic, feed)
    }
  }
}

extension InputError {
  /// Creates the error for a port that cannot be opened.
  static func cannotListen(_ address: GPSDAddress, _ reason: String) -> InputError {
    InputError(
      .commandLine, "--sensors: \(address) cannot be used (\(reason))",
      accepted: "an address of this machine, and a port that no other program uses")
  }
}

/// The reasons why a device was turned away, for displays.
enum SensorRefusal {
  static let wrongToken = "a device was turned away: its token is missing or wrong"
  static let tooManyDevices = "a device was turned away: too many are connected"
}
