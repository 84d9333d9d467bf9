import Cryptography
import Geodesy
import PhoneAPI
import PhoneLink
import Timekeeping

/// The network over the link.
final class RemoteHTTP: HTTPClient {
  private let connection: PhoneConnection
  init(_ connection: PhoneConnection) { self.connection = connection }

  let availability = ServiceAvailability.available
  var reachability: Reachability { connection.property(.reachability).word() ?? .none }
  var onReachabilityChange: (() -> Void)? {
    didSet {
      guard (oldValue == nil) != (onReachabilityChange == nil) else { return }
      connection.call(onReachabilityChange == nil ? .stopReachability : .startReachability)
    }
  }

  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    connection.request(.send, ["request": .object(LinkObject(request))]) { completion($0.answer) }
  }
}

/// Background transfers over the link.
final class RemoteTransfers: BackgroundTransfers {
  private let connection: PhoneConnection
  var onFinish: ((String, Result<HTTPResponse, HTTPError>) -> Void)?
  init(_ connection: PhoneConnection) { self.connection = connection }

  let availability = ServiceAvailability.available

  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {
    upload(request, identifier: identifier, session: identifier, isDiscretionary: isDiscretionary)
  }

  func upload(
    _ request: HTTPRequest, identifier: String, session: String, isDiscretionary: Bool
  ) {
    connection.call(
      .upload,
      [
        "request": .object(LinkObject(request)), "identifier": .text(identifier),
        "session": .text(session), "discretionary": .flag(isDiscretionary),
      ])
  }

  func cancel(identifier: String) {
    connection.call(.cancelUpload, ["identifier": .text(identifier)])
  }
}

final class RemoteWiFi: WiFi {
  private let connection: PhoneConnection
  init(_ connection: PhoneConnection) { self.connection = connection }
  let availability = ServiceAvailability.available
  var networkName: String? { connection.property(.networkName).text }
}

final class RemoteGeocoder: Geocoder {
  private let connection: PhoneConnection
  init(_ connection: PhoneConnection) { self.connection = connection }
  let availability = ServiceAvailability.available

  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {
    connection.request(
      .reverseGeocode,
      ["latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude)]
    ) { completion($0["place"].text) }
  }
}

/// Local notifications over the link.
final class RemoteNotifications: UserNotificationCenter {
  private let connection: PhoneConnection
  var onResponse: ((String, String) -> Void)?
  init(_ connection: PhoneConnection) { self.connection = connection }

  let availability = ServiceAvailability.available
  var authorization: NotificationAuthorization {
    let options = connection.property(.notificationOptions).whole.flatMap(Int.init(exactly:)) ?? 0
    return NotificationAuthorization(
      status: connection.property(.notificationStatus).word() ?? .notDetermined,
      granted: NotificationOptions(rawValue: options))
  }

  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void
  ) {
    connection.request(.requestNotifications, ["options": LinkValue(options.rawValue)]) {
      completion($0["granted"].flag ?? false)
    }
  }

  func add(_ notification: LocalNotification) {
    connection.call(.addNotification, ["notification": .object(LinkObject(notification))])
  }

  func removePending(identifiers: [String]) {
    connection.call(
      .removeNotifications, ["identifiers": .list(identifiers.map(LinkValue.text))])
  }

  var pending: [LocalNotification] {
    (connection.call(.pendingNotifications).list ?? []).compactMap { $0.object?.notification }
  }
}

/// Pushes over the link.
final class RemotePush: PushRegistry {
  private let connection: PhoneConnection
  private(set) var onToken: ((String) -> Void)?
  private(set) var onVoIPToken: ((String) -> Void)?
  private(set) var onVoIPPush: (([String: String]) -> Void)?
  init(_ connection: PhoneConnection) { self.connection = connection }

  let availability = ServiceAvailability.available

  func registerForRemoteNotifications(_ token: @escaping (String) -> Void) {
    onToken = token
    connection.call(.registerForPushes)
  }

  func registerForVoIP(
    _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void
  ) {
    onVoIPToken = token
    onVoIPPush = onPush
    connection.call(.registerForVoIP)
  }

  func reportIncomingCall() { connection.call(.reportIncomingCall) }
}

/// Hashes and random bytes of the process itself. Its random bytes come from the run's seed.
final class RemoteCryptography: CryptographicServices {
  func sha256(_ bytes: [UInt8]) -> [UInt8] { Cryptography.sha256(bytes) }
  func randomBytes(_ count: Int) -> [UInt8] {
    (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max) }
  }
}
