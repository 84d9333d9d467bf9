import Geodesy
import PhoneAPI
import Timekeeping

/// The services that nothing simulates yet: provisional, and they say so. They never answer.
private let notYet = ServiceAvailability.unavailable("not simulated yet")

final class UnsimulatedTransfers: BackgroundTransfers {
  var availability: ServiceAvailability { notYet }
  var onFinish: ((String, Result<HTTPResponse, HTTPError>) -> Void)?
  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {}
}

final class UnsimulatedNotifications: UserNotificationCenter {
  var availability: ServiceAvailability { notYet }
  var authorization: NotificationAuthorization {
    NotificationAuthorization(status: .notDetermined, granted: [])
  }
  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void
  ) {}
  func add(_ notification: LocalNotification) {}
  func removePending(identifiers: [String]) {}
  var pending: [LocalNotification] { [] }
  var onResponse: ((String, String) -> Void)?
}

final class UnsimulatedPush: PushRegistry {
  var availability: ServiceAvailability { notYet }
  func registerForRemoteNotifications(_ token: @escaping (String) -> Void) {}
  func registerForVoIP(
    _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void
  ) {}
  func reportIncomingCall() {}
}

final class UnsimulatedMotion: MotionActivityManager, Pedometer, Altimeter {
  var availability: ServiceAvailability { notYet }
  var authorization: PermissionStatus { .notDetermined }
  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {}
  func stopActivityUpdates() {}
  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) {}
  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {}
  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {}
  func stopUpdates() {}
  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {}
  func stopRelativeAltitudeUpdates() {}
}

final class UnsimulatedGeocoder: Geocoder {
  var availability: ServiceAvailability { notYet }
  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {}
}
