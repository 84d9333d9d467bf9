import PhoneAPI
import PhoneLink
import Timekeeping

/// Motion activity over the link.
final class RemoteMotion: MotionActivityManager {
  private let connection: PhoneConnection
  let pedometer: RemotePedometer
  let altimeter: RemoteAltimeter
  private(set) var onActivity: ((MotionActivity) -> Void)?

  init(_ connection: PhoneConnection) {
    self.connection = connection
    pedometer = RemotePedometer(connection)
    altimeter = RemoteAltimeter(connection)
  }

  var availability: ServiceAvailability { connection.availability(.motionAvailability) }
  var authorization: PermissionStatus {
    connection.property(.motionAuthorization).word() ?? .notDetermined
  }

  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {
    onActivity = handler
    connection.call(.startActivity)
  }

  func stopActivityUpdates() {
    onActivity = nil
    connection.call(.stopActivity)
  }

  /// Passes an event of a motion service to the app's callback for it.
  func receive(_ event: LinkEvent, _ message: LinkObject) {
    switch event {
    case .activity: if let activity = message["activity"].object?.activity { onActivity?(activity) }
    case .pedometer: if let data = message["data"].object?.pedometerData { pedometer.onData?(data) }
    case .altitude: if let altitude = message.altitude { altimeter.onAltitude?(altitude) }
    default: break
    }
  }

  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) {
    connection.request(.queryActivity, ["start": LinkValue(start), "end": LinkValue(end)]) {
      completion($0.motionResult { $0.list?.compactMap { $0.object?.activity } })
    }
  }
}

/// The pedometer over the link.
final class RemotePedometer: Pedometer {
  private let connection: PhoneConnection
  private(set) var onData: ((PedometerData) -> Void)?
  init(_ connection: PhoneConnection) { self.connection = connection }

  var availability: ServiceAvailability { connection.availability(.pedometerAvailability) }

  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {
    connection.request(.queryPedometer, ["start": LinkValue(start), "end": LinkValue(end)]) {
      completion($0.motionResult { $0.object?.pedometerData })
    }
  }

  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {
    onData = handler
    connection.call(.startPedometer, ["start": LinkValue(start)])
  }

  func stopUpdates() {
    onData = nil
    connection.call(.stopPedometer)
  }
}

/// The altimeter over the link.
final class RemoteAltimeter: Altimeter {
  private let connection: PhoneConnection
  private(set) var onAltitude: ((RelativeAltitude) -> Void)?
  init(_ connection: PhoneConnection) { self.connection = connection }

  var availability: ServiceAvailability { connection.availability(.altimeterAvailability) }

  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {
    onAltitude = handler
    connection.call(.startAltimeter)
  }

  func stopRelativeAltitudeUpdates() {
    onAltitude = nil
    connection.call(.stopAltimeter)
  }
}

extension LinkObject {
  fileprivate func motionResult<Value>(
    _ read: (LinkValue) -> Value?
  ) -> Result<Value, MotionError> {
    if let value = read(self["data"]) { return .success(value) }
    return .failure(self["error"].text == "notAuthorized" ? .notAuthorized : .unavailable)
  }
}

extension LinkObject {
  fileprivate var altitude: RelativeAltitude? {
    guard let meters = self["meters"].number, let time = self["time"].instant else { return nil }
    return RelativeAltitude(
      meters: meters, pressureKilopascals: self["kilopascals"].number ?? 0, timestamp: time)
  }
}
