import Geodesy
import Timekeeping

/// A position that a tracker kept, in plain terms, so that anybody's app can be judged.
package struct RecordedPosition: Sendable, Hashable {
  /// Unique within one run; names the record again when the server has it. Ascending ones are found
  /// at once, others by search.
  package var identity: UInt64
  /// When the position was true, by the tracker's own stamp.
  package var timestamp: Instant
  /// When the tracker had it. What is recorded late is known late.
  package var recordedAt: Instant
  package var coordinate: Coordinate
  /// 68 % radius as reported; negative when not given.
  package var horizontalAccuracyMeters: Double

  @inlinable
  package init(
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
package struct DetectedInterval: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case away, outdoors
    /// A trip, such as a drive.
    case trip
  }

  package var kind: Kind
  package var start: Instant
  package var end: Instant
  /// Of a trip.
  package var lengthMeters: Double?

  package init(kind: Kind, start: Instant, end: Instant, lengthMeters: Double? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.lengthMeters = lengthMeters
  }
}

/// What stood between the person's position and the record at one moment, as far as phone and app go.
///
/// The runner reports it at each change; gap causes are derived from it and never guessed afterwards.
package struct TrackingPhase: Sendable, Hashable {
  package enum AppLife: Sendable, Hashable {
    /// Never opened, or removed.
    case notRunningYet
    /// `mayBeWoken`: something the phone still watches for will launch it again.
    case dead(DeathCause, mayBeWoken: Bool)
    case suspended
    case background
    case foreground
  }

  package enum DeathCause: String, Sendable, Hashable, CaseIterable, Codable {
    case memoryPressure, forceQuit, crash, watchdog, processorLimit, backgroundTaskOverrun
    case reboot, systemUpdate, inactivityRestart, phoneOff, appUpdate
  }

  /// What the app has asked for and the phone still honours; survives suspension, and in part death.
  package struct Requests: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let standardUpdates = Requests(rawValue: 1)
    package static let significantChanges = Requests(rawValue: 2)
    package static let visits = Requests(rawValue: 4)
    package static let regions = Requests(rawValue: 8)
    package static let backgroundTask = Requests(rawValue: 16)
    package static let oneShot = Requests(rawValue: 32)
  }

  package enum Receiver: String, Sendable, Hashable, CaseIterable {
    /// Nothing needs a fix now, or network positioning serves the request.
    case idle
    case acquiring
    case delivering
    /// On, but neither satellites nor network give a position.
    case noSignal
  }

  package enum Holding: String, Sendable, Hashable, CaseIterable {
    case nothing
    /// The newest fix did not pass the distance filter, or the service thins them out.
    case operatingSystem
    /// The newest delivered fix was dropped or is waiting for the engine's own interval.
    case engine
  }

  package var isPhoneOn = true
  package var isPermitted = true
  package var app = AppLife.notRunningYet
  package var requests: Requests = []
  /// Standard updates were asked for and then paused by the system (PAU-1).
  package var isPaused = false
  /// The system holds all reports of moves back until the app is opened (LIFE-10).
  package var isStalled = false
  package var receiver = Receiver.idle
  package var holding = Holding.nothing

  package init() {}
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
