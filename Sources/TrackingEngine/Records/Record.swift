import PhoneAPI
import Timekeeping

/// One thing that the tracker wrote down: a position, a visit, or a step in the app's own life.
///
/// A record holds no array and no string, so that keeping a fix costs a copy and no allocation.
public struct Record: Sendable, Hashable {
  /// Given by the store, growing in the order of recording over all launches, never used twice.
  public struct Identifier: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    public let rawValue: UInt64

    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// What a record has before a store has taken it.
    @inlinable public static var unassigned: Identifier { Identifier(rawValue: 0) }

    @inlinable public static func < (a: Identifier, b: Identifier) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  public enum Kind: Sendable, Hashable {
    case location
    /// `.distantPast` and `.distantFuture` stand for dates that the phone did not see.
    case visit(arrival: Instant, departure: Instant)
    case log(LogAction)
  }

  /// What made the phone, or the tracker, come up with the record. The raw values are stored.
  public enum Source: UInt8, Sendable, Hashable, CaseIterable {
    /// A delivery of standard updates.
    case standard = 0
    /// A delivery while only significant changes were asked for.
    case significantChange = 1
    /// The one fix of a background refresh task.
    case refresh = 2
    /// The foreground timer.
    case timer = 3
    case visit = 4
    /// The app's own life, in log records.
    case lifecycle = 5
  }

  public var identifier: Identifier
  public var kind: Kind
  public var source: Source
  /// Of a log record the last known position; without one its horizontal accuracy is negative.
  public var location: Location
  /// By the phone's wall clock; the fix itself may be older.
  public var recordedAt: Instant
  public var surroundings: Surroundings
  /// Nil while no home is set.
  public var home: HomeRelation?

  public init(
    identifier: Identifier = .unassigned, kind: Kind = .location, source: Source = .standard,
    location: Location, recordedAt: Instant, surroundings: Surroundings = Surroundings(),
    home: HomeRelation? = nil
  ) {
    self.identifier = identifier
    self.kind = kind
    self.source = source
    self.location = location
    self.recordedAt = recordedAt
    self.surroundings = surroundings
    self.home = home
  }

  public var isLocation: Bool { kind == .location }
}

/// Steps in the app's life that are recorded with tracking statistics on; raw values go out.
public enum LogAction: String, Sendable, Hashable, CaseIterable {
  case applicationLaunchedWithLocation = "application_launched_with_location"
  case willTerminate = "will_terminate"
  case pausedLocationUpdates = "paused_location_updates"
  case resumedLocationUpdates = "resumed_location_updates"
  case exitedPauseRegion = "exited_pause_region"
}
