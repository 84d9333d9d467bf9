#if os(iOS) || os(Linux)
  import AVFAudio
  import CoreLocation
  import Cryptography
  import Foundation
  import Geodesy
  import PhoneAPI
  import Security

  /// The geocoder of an iOS app.
  final class AppleGeocoder: Geocoder {
    let availability = ServiceAvailability.available

    /// The system answers one request of a geocoder at a time, so each has its own.
    func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {
      let place = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
      CLGeocoder().reverseGeocodeLocation(place) { placemarks, _ in
        completion(placemarks?.first?.name)
      }
    }
  }

  /// The audio route of an iOS app.
  final class AppleAudioSession: AudioSession {
    private var observer: (any NSObjectProtocol)?
    var onRouteChange: (() -> Void)? { didSet { observe() } }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    let availability = ServiceAvailability.available

    var outputs: [AudioPort] {
      AVAudioSession.sharedInstance().currentRoute.outputs.compactMap { port in
        switch port.portType {
        case .bluetoothHFP: AudioPort(.bluetoothHFP, name: port.portName)
        case .carAudio: AudioPort(.carAudio, name: port.portName)
        default: nil
        }
      }
    }

    private func observe() {
      guard observer == nil, onRouteChange != nil else { return }
      _ = AVAudioSession.sharedInstance()
      nonisolated(unsafe) weak let session = self
      observer = NotificationCenter.default.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
      ) { _ in onMain { session?.onRouteChange?() } }
    }
  }

  /// The accessories of an app that has none.
  final class NoBluetooth: BluetoothCentral {
    let availability = ServiceAvailability.unavailable("the app uses CoreBluetooth itself")
    let connected: [String] = []
    var onConnectionChange: ((String, Bool) -> Void)?
    func connect(accessory name: String) {}
    func cancelConnection(accessory name: String) {}
  }

  /// Hashes and random bytes of an iOS app.
  final class AppleCryptography: CryptographicServices {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Cryptography.sha256(bytes) }

    func randomBytes(_ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: max(count, 0))
      guard SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess else {
        var generator = SystemRandomNumberGenerator()
        return bytes.map { _ in generator.next() }
      }
      return bytes
    }
  }
#endif
