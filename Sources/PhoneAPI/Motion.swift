import Timekeeping

public enum PermissionStatus: String, Sendable, Hashable, CaseIterable, Codable {
  case notDetermined, restricted, denied, granted
}

/// The motion coprocessor's estimate of the user's activity. Several flags can be true at once
/// (MOT-1, MOT-4).
public struct MotionActivity: Sendable, Hashable {
  public enum Confidence: Int, Sendable, Hashable, Comparable {
    case low, medium, high
    public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
  }

  public var stationary = false
  public var walking = false
  public var running = false
  public var cycling = false
  public var automotive = false
  public var unknown = false
  public var confidence: Confidence
  public var start: Instant

  public init(confidence: Confidence, start: Instant) {
    self.confidence = confidence
    self.start = start
  }
}

/// The service of motion activities, like `CMMotionActivityManager`.
///
/// Live updates reach only a running process and launch no app. The phone keeps seven days of
/// history, even while the app does not run (MOT-6).
public protocol MotionActivityManager: AnyObject {
  var availability: ServiceAvailability { get }
  var authorization: PermissionStatus { get }
  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void)
  func stopActivityUpdates()
  /// Reads the history of activities. The newest minutes may still be missing in it (MOT-5).
  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void)
}

public enum MotionError: Error, Sendable, Hashable { case notAuthorized, unavailable }

/// The step counter, like `CMPedometer`.
public protocol Pedometer: AnyObject {
  var availability: ServiceAvailability { get }
  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void)
  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void)
  func stopUpdates()
}

public struct PedometerData: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  public var steps: Int
  public var distanceMeters: Double?

  public init(start: Instant, end: Instant, steps: Int, distanceMeters: Double? = nil) {
    self.start = start
    self.end = end
    self.steps = steps
    self.distanceMeters = distanceMeters
  }
}

/// The service that measures the change of altitude since its updates started, like `CMAltimeter`.
public protocol Altimeter: AnyObject {
  var availability: ServiceAvailability { get }
  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void)
  func stopRelativeAltitudeUpdates()
}

public struct RelativeAltitude: Sendable, Hashable {
  public var meters: Double
  public var pressureKilopascals: Double
  public var timestamp: Instant

  public init(meters: Double, pressureKilopascals: Double, timestamp: Instant) {
    self.meters = meters
    self.pressureKilopascals = pressureKilopascals
    self.timestamp = timestamp
  }
}
