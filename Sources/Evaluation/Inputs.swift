import Geodesy
import Timekeeping

/// A position that a tracker kept, in plain terms, so that anybody's app can be judged.
public struct RecordedPosition: Sendable, Hashable {
  /// Unique within one run; names the record again when the server has it. Ascending ones are found
  /// at once, others by search.
  public var identity: UInt64
  /// When the position was true, by the tracker's own stamp.
  public var timestamp: Instant
  /// When the tracker had it. What is recorded late is known late.
  public var recordedAt: Instant
  public var coordinate: Coordinate
  /// 68 % radius as reported; negative when not given.
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

/// A stretch of time to which the tracker's own derivation gave a meaning, such as "away from home".
public struct DetectedInterval: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case away, outdoors
    /// A trip, such as a drive.
    case trip
  }

  public var kind: Kind
  public var start: Instant
  public var end: Instant
  /// Of a trip.
  public var lengthMeters: Double?

  public init(kind: Kind, start: Instant, end: Instant, lengthMeters: Double? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.lengthMeters = lengthMeters
  }
}

/// What stood between the person's position and the record at one moment, as far as phone and app go.
///
/// The runner reports it at each change; gap causes are derived from it and never guessed afterwards.
public struct TrackingPhase: Sendable, Hashable {
  public enum AppLife: Sendable, Hashable {
    /// Never opened, or removed.
    case notRunningYet
    /// `mayBeWoken`: something the phone still watches for will launch it again.
    case dead(DeathCause, mayBeWoken: Bool)
    case suspended
    case background
    case foreground
  }

  public enum DeathCause: String, Sendable, Hashable, CaseIterable, Codable {
    case memoryPressure, forceQuit, crash, watchdog, processorLimit, backgroundTaskOverrun
    case reboot, systemUpdate, inactivityRestart, phoneOff, appUpdate
  }

  /// What the app has asked for and the phone still honors; survives suspension, and in part death.
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
    /// On, but neither satellites nor network give a position.
    case noSignal
  }

  public enum Holding: String, Sendable, Hashable, CaseIterable {
    case nothing
    /// The newest fix did not pass the distance filter, or the service thins them out.
    case operatingSystem
    /// The newest delivered fix was dropped or is waiting for the engine's own interval.
    case engine
  }

  public var isPhoneOn = true
  public var isPermitted = true
  public var app = AppLife.notRunningYet
  public var requests: Requests = []
  /// Standard updates were asked for and then paused by the system (PAU-1).
  public var isPaused = false
  /// The system holds all reports of moves back until the app is opened (LIFE-10).
  public var isStalled = false
  public var receiver = Receiver.idle
  public var holding = Holding.nothing

  public init() {}
}

/// Energy that left the battery, as the ledger holds it at the end of a run.
public struct EnergyAccount: Sendable, Hashable {
  /// In the order in which the report shows them; every component, zero or not.
  public var joulesByComponent: [NamedJoules]
  public var joulesByCause: [NamedJoules]
  public var totalJoules: Double
  /// Usable energy of this phone's battery when full.
  public var batteryJoules: Double
  /// When the phone first shut off for lack of charge.
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
