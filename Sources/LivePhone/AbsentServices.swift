import Geodesy
import PhoneAPI
import Timekeeping

private let absence = ServiceAvailability.unavailable("this machine has none")

/// The services that need sensors, pushes or notifications. They report themselves as unavailable.
final class AbsentServices: BackgroundTaskScheduler, BackgroundTransfers, UserNotificationCenter,
  PushRegistry, Altimeter, Geocoder, AudioSession, BluetoothCentral
{
  let availability = absence

  @discardableResult
  func register(
    identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
  ) -> Bool { false }
  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) { throw .unavailable }
  func cancel(identifier: String) {}
  func cancelAll() {}
  let pendingRequests: [BackgroundTaskRequest] = []

  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {}
  var onFinish: ((String, Result<HTTPResponse, HTTPError>) -> Void)?

  var authorization: NotificationAuthorization {
    NotificationAuthorization(status: .restricted, granted: [])
  }
  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void
  ) {}
  func add(_ notification: LocalNotification) {}
  func removePending(identifiers: [String]) {}
  let pending: [LocalNotification] = []
  var onResponse: ((String, String) -> Void)?

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
