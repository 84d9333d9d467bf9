import PhoneAPI
import PhoneLink

/// The car's audio and accessories over the link.
final class RemoteCar: AudioSession, BluetoothCentral {
  private let connection: PhoneConnection
  var onRouteChange: (() -> Void)?
  var onConnectionChange: ((String, Bool) -> Void)?
  init(_ connection: PhoneConnection) { self.connection = connection }

  let availability = ServiceAvailability.available

  var outputs: [AudioPort] {
    (connection.call(.audioOutputs).list ?? []).compactMap { port in
      guard let port = port.object, let kind: AudioPort.Kind = port["kind"].word() else {
        return nil
      }
      return AudioPort(kind, name: port["name"].text ?? "")
    }
  }

  var connected: [String] {
    (connection.call(.connectedAccessories).list ?? []).compactMap(\.text)
  }
  func connect(accessory name: String) {
    connection.call(.connectAccessory, ["name": .text(name)])
  }
  func cancelConnection(accessory name: String) {
    connection.call(.cancelAccessory, ["name": .text(name)])
  }
}
