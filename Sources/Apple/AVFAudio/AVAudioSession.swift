import AppleProcess
@_exported import Foundation
import PhoneAPI

/// The audio of the phone as far as trackers use it: the route, in which a car shows (CAR-1).
open class AVAudioSession: NSObject, @unchecked Sendable {
  /// A kind of device that plays or records sound.
  public struct Port: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A hands-free device over Bluetooth.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// A car with CarPlay.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// The phone's own speaker.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
  }

  private var session: any AudioSession { CurrentPhone.phone.audioSession }

  /// Returns the app's session.
  open class func sharedInstance() -> AVAudioSession {
    CurrentPhone.single {
      let session = AVAudioSession()
      session.session.onRouteChange = { [weak session] in
        CurrentPhone.post(routeChangeNotification, session)
      }
      return session
    }
  }

  /// The devices to which the phone plays sound now.
  open var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(session.outputs)
  }

  /// Posted after the route has changed, while the process runs.
  public static let routeChangeNotification = Notification.Name(
    "AVAudioSessionRouteChangeNotification")
}

/// The devices to which the phone plays sound.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  /// The devices; the phone's own speaker if none is connected.
  public let outputs: [AVAudioSessionPortDescription]

  init(_ ports: [AudioPort]) {
    let connected = ports.map { AVAudioSessionPortDescription($0.kind.port, $0.name) }
    outputs =
      connected.isEmpty ? [AVAudioSessionPortDescription(.builtInSpeaker, "Speaker")] : connected
  }
}

/// A device that plays sound.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  /// The kind of device.
  public let portType: AVAudioSession.Port
  /// The name of the device.
  public let portName: String

  init(_ type: AVAudioSession.Port, _ name: String) {
    portType = type
    portName = name
  }
}

extension AudioPort.Kind {
  fileprivate var port: AVAudioSession.Port {
    switch self {
    case .bluetoothHFP: .bluetoothHFP
    case .carAudio: .carAudio
    }
  }
}
