import Geodesy
import Timekeeping

/// A position that a tracker recorded, in plain terms, so that any app can be judged.
public struct RecordedPosition: Sendable, Hashable {
  /// An identity that is unique within one run. It names the record again when the server has it.
  /// Ascending identities are found by binary search, others by linear search.
  public var identity: UInt64
  /// The time of the position, by the tracker's own stamp.
  public var timestamp: Instant
  /// The instant at which the tracker had the position. A position recorded late is known late.
  public var recordedAt: Instant
  public var coordinate: Coordinate
  /// The 68 % radius as reported. Negative if not given.
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

/// An interval to which the tracker's own derivation gave a meaning, such as "away from home".
public struct DetectedInterval: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case away, outdoors
    /// A trip, such as a drive.
    case trip
  }

  public var kind: Kind
  public var start: Instant
  public var end: Instant
  /// The length of a trip.
  public var lengthMeters: Double?

  public init(kind: Kind, start: Instant, end: Instant, lengthMeters: Double? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.lengthMeters = lengthMeters
  }
}

/// The state of phone and app at one moment, as far as it can keep a position from being recorded.
///
/// The runner reports it at each change. Gap causes are derived from it and never guessed
/// afterwards.
public struct TrackingPhase: Sendable, Hashable {
  public enum AppLife: Sendable, Hashable {
    /// The app was never opened, or was removed.
    case notRunningYet
    /// `mayBeWoken`: the phone still watches for something that will launch the app again.
    case dead(DeathCause, mayBeWoken: Bool)
    case suspended
    case background
    case foreground
  }

  public enum DeathCause: String, Sendable, Hashable, CaseIterable, Codable {
    case memoryPressure, forceQuit, crash, watchdog, processorLimit, backgroundTaskOverrun
    case reboot, systemUpdate, inactivityRestart, phoneOff, appUpdate
  }

  /// The app's requests that the phone still honors. They survive suspension and, in part, death.
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
    /// Nothing needs a fix now, or network positioning serves the request.
    case idle
    case acquiring
    case delivering
    /// The receiver is on, but neither satellites nor network give a position.
    case noSignal
  }

  public enum Holding: String, Sendable, Hashable, CaseIterable {
    case nothing
    /// The newest fix did not pass the distance filter, or the service thins out fixes.
    case operatingSystem
    /// The newest delivered fix was dropped, or waits for the engine's own interval.
    case engine
  }

  public var isPhoneOn = true
  public var isPermitted = true
  public var app = AppLife.notRunningYet
  public var requests: Requests = []
  /// Standard updates were asked for and then paused by the system (PAU-1).
  public var isPaused = false
  /// The system holds back all reports of moves until the app is opened (LIFE-10).
  public var isStalled = false
  public var receiver = Receiver.idle
  public var holding = Holding.nothing

  public init() {}
}

/// The energy that left the battery, from the ledger at the end of a run.
public struct EnergyAccount: Sendable, Hashable {
  /// Every component, zero or not, in the order in which the report shows them.
  public var joulesByComponent: [NamedJoules]
  public var joulesByCause: [NamedJoules]
  public var totalJoules: Double
  /// The usable energy of this phone's battery when full.
  public var batteryJoules: Double
  /// The instant at which the phone first shut off for lack of charge.
  public var firstShutOff: Instant?
  public var secondsOff: Double
  public var finalBatteryLevel: Double

  public init(
    joulesByComponent: [NamedJoules], joulesByCause: [NamedJoules], totalJoules: Double,
    batteryJoules: Double, firstShutOff: Instant?, secondsOff: Double, finalBatteryLevel: Double
  ) {
    self.joulesByComponent = joulesByComponent
    self.joulesByCause = joulesByCause
    self.totalJoules = totalJoules
    self.batteryJoules = batteryJoules
    self.firstShutOff = firstShutOff
    self.secondsOff = secondsOff
    self.finalBatteryLevel = finalBatteryLevel
  }
}

public struct NamedJoules: Sendable, Hashable, Codable {
  public var name: String
  public var joules: Double

  public init(_ name: String, joules: Double) {
    self.name = name
    self.joules = joules
  }
}
