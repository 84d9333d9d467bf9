import Geodesy
import PhoneAPI
import Timekeeping

private let absence = ServiceAvailability.unavailable("this machine has none")

/// The services that need sensors, pushes, a car or a service of Apple's. They report themselves as
/// unavailable.
final class AbsentServices: BackgroundTransfers, PushRegistry, Altimeter, Geocoder, AudioSession,
  BluetoothCentral
{
  let availability = absence

  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {}
  var onFinish: ((String, Result<HTTPResponse, HTTPError>) -> Void)?

  func registerForRemoteNotifications(_ token: @escaping (String) -> Void) {}
  func registerForVoIP(
    _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void
  ) {}
  func reportIncomingCall() {}

  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {}
  func stopRelativeAltitudeUpdates() {}

  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {}

  let outputs: [AudioPort] = []
  var onRouteChange: (() -> Void)?

  let connected: [String] = []
  func connect(accessory name: String) {}
  func cancelConnection(accessory name: String) {}
  var onConnectionChange: ((String, Bool) -> Void)?
}
