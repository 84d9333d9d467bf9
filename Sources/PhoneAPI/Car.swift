/// The audio route of the phone, like `AVAudioSession`.
///
/// A car shows in the route as a port: CarPlay, or hands-free audio over Bluetooth. Changes reach
/// only a running process. They neither resume a suspended app nor launch a dead one, so an app
/// reads `outputs` whenever it begins to run (CAR-1).
public protocol AudioSession: AnyObject {
  var availability: ServiceAvailability { get }
  /// The ports to which the phone plays sound now. The list is empty if no device is connected.
  var outputs: [AudioPort] { get }
  /// Called after `outputs` has changed, while the process runs.
  var onRouteChange: (() -> Void)? { get set }
}

/// A device to which the phone plays sound, like `AVAudioSessionPortDescription`.
public struct AudioPort: Sendable, Hashable {
  /// The kind of port, named as in `AVAudioSession.Port`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case bluetoothHFP, carAudio
  }

  public var kind: Kind
  public var name: String

  public init(_ kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }
}

/// The connections to Bluetooth Low Energy accessories, like `CBCentralManager` with a restoration
/// identifier.
///
/// The phone keeps a request to connect until the app cancels it, also after the process has ended.
/// If the app declares the background mode `bluetooth-central`, a connection resumes the suspended
/// app and launches the dead one. A force-quit drops the requests (CAR-2). The audio of a car over
/// Bluetooth is no such accessory: see `AudioSession`.
public protocol BluetoothCentral: AnyObject {
  var availability: ServiceAvailability { get }
  /// The accessories that the app has asked for and that are connected now, in alphabetical order.
  var connected: [String] { get }
  /// Connects to the accessory of this name whenever it is in reach. A second call for the same
  /// accessory has no effect.
  func connect(accessory name: String)
  /// Drops the request and the connection. The phone does not report this disconnection.
  func cancelConnection(accessory name: String)
  /// Called with the accessory's name, and true if the accessory has connected, false if it has
  /// disconnected. An app that sets this handler during its launch receives the event that launched
  /// it.
  var onConnectionChange: ((String, Bool) -> Void)? { get set }
}
