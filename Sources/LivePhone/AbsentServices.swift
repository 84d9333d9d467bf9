import Geodesy
import PhoneAPI
import Timekeeping

private let absence = ServiceAvailability.unavailable("this machine has none")

/// Services that a machine without sensors, pushes and notifications does not have.
final class AbsentServices: BackgroundTaskScheduler, BackgroundTransfers, UserNotificationCenter,
  PushRegistry, Pedometer, Altimeter, WiFi, Geocoder
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

  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {}
  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {}
  func stopUpdates() {}

  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {}
  func stopRelativeAltitudeUpdates() {}

  let networkName: String? = nil

  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {}
}

/// Apart from the others, for it answers the question of permission in a type of its own.
final class AbsentMotionActivity: MotionActivityManager {
  let availability = absence
  let authorization = PermissionStatus.restricted
  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {}
  func stopActivityUpdates() {}
  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) {}
}
