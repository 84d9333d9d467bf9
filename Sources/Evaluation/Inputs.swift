import Geodesy
import Timekeeping

/// A position that a tracker recorded. It uses only plain types, so that any app can be judged.
public struct RecordedPosition: Sendable, Hashable {
  /// A number that is unique within one run. `Evaluator.received` refers to the record by this
  /// number. Ascending numbers are found by binary search, others by linear search.
  public var identity: UInt64
  /// The time for which the position is valid, as stated by the tracker.
  public var timestamp: Instant
  /// The instant at which the tracker recorded the position. It may be much later than `timestamp`.
  public var recordedAt: Instant
  public var coordinate: Coordinate
  /// The reported accuracy: a radius with 68 % probability, in meters. Negative if not given.
  public var horizontalAccuracyMeters: Double

  @inlinable
  public init(
    identity: UInt64, timestamp: Instant, recordedAt: Instant, coordinate: Coordinate,
    horizontalAccuracyMeters: Double
  ) {
    self.identity = identity
    self.timestamp = timestamp
    self.recordedAt = recordedAt
    self.coordinate = coordinate
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
  }
}

/// An interval that the tracker derived by itself, such as a trip or the time away from home.
public struct DetectedInterval: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case away, outdoors
    /// A trip, such as a drive.
    case trip
  }

  public var kind: Kind
  public var start: Instant
  public var end: Instant
  /// The length of a trip in meters; nil for other kinds.
  public var lengthMeters: Double?

  public init(kind: Kind, start: Instant, end: Instant, lengthMeters: Double? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.lengthMeters = lengthMeters
  }
}

/// The state of phone and app at one moment: everything that may prevent a position from being
/// recorded.
///
/// The runner reports each change of this state. The evaluator derives the cause of each gap from
/// these reports and needs no guesses.
public struct TrackingPhase: Sendable, Hashable {
  public enum AppLife: Sendable, Hashable {
    /// The app was never opened, or was removed.
    case notRunningYet
    /// The app's process has ended. `mayBeWoken` is true if the phone still watches for an event
    /// that will launch the app again.
    case dead(AppDeathCause, mayBeWoken: Bool)
    case suspended
    case background
    case foreground
  }

  /// The app's requests for locations that the phone still honors. They survive suspension, and
  /// some of them also survive the end of the process.
  public struct Requests: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let standardUpdates = Requests(rawValue: 1)
    public static let significantChanges = Requests(rawValue: 2)
    public static let visits = Requests(rawValue: 4)
    public static let regions = Requests(rawValue: 8)
    public static let backgroundTask = Requests(rawValue: 16)
    public static let oneShot = Requests(rawValue: 32)
  }

  public enum Receiver: String, Sendable, Hashable, CaseIterable {
    /// No app needs a fix now, or positions come from the network.
    case idle
    case acquiring
    case delivering
    /// The receiver is on, but neither satellites nor the network give a position.
    case noSignal
  }

  public enum Holding: String, Sendable, Hashable, CaseIterable {
    case nothing
    /// The newest fix did not pass the distance filter, or the service left it out to deliver fewer
    /// fixes.
    case operatingSystem
    /// The tracking engine discarded the newest delivered fix, for example because the fix came too
    /// soon after the last recorded one.
    case engine
  }

  public var isPhoneOn = true
  public var isPermitted = true
  public var app = AppLife.notRunningYet
  public var requests: Requests = []
  /// True if the app asked for standard updates and the system paused them (PAU-1).
  public var isPaused = false
  /// True if the system holds back all reports of movement until the app is opened (LIFE-10).
  public var isStalled = false
  public var receiver = Receiver.idle
  public var holding = Holding.nothing

  public init() {}
}
