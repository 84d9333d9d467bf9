import PhoneAPI
import Timekeeping

/// One thing that the tracker wrote down: a position, a visit, a trip, or a step in the app's own life.
///
/// A record holds no array and no string, so that keeping a fix costs a copy and no allocation. What a
/// rarer kind has to tell beside its position the store keeps as its details, a text in JSON.
package struct Record: Sendable, Hashable {
  /// Given by the store, growing in the order of recording over all launches, never used twice.
  package struct Identifier: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// What a record has before a store has taken it.
    @inlinable package static var unassigned: Identifier { Identifier(rawValue: 0) }

    @inlinable package static func < (a: Identifier, b: Identifier) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  package enum Kind: Sendable, Hashable {
    case location
    /// `.distantPast` and `.distantFuture` stand for dates that the phone did not see.
    case visit(arrival: Instant, departure: Instant)
    case log(LogAction)
    /// A trip that the person began and ended; details: `TripSummary`.
    case trip
    /// A drive that the phone's motion told of; details: `DriveSummary`.
    case drive
    /// The fence around the tracked center was crossed.
    case crossing(Crossing)
    /// A gate was asked to open.
    case gate
    /// Minutes outdoors of a local day (`CivilDate.daysSince1970`), worked out from its records;
    /// details: `DayOutdoors`.
    case timeOutdoors(daysSince1970: Int64)
  }

  /// Sides of a fence, as a check-in and a check-out.
  package enum Crossing: String, Sendable, Hashable, CaseIterable {
    case checkIn = "check-in"
    case checkOut = "check-out"
  }

  /// What made the phone, or the tracker, come up with the record. The raw values are stored.
  package enum Source: UInt8, Sendable, Hashable, CaseIterable {
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
    /// A fence was crossed.
    case region = 6
    /// Worked out from other records.
    case derived = 7
    /// A fix that was asked for by itself, such as the one after a crossing.
    case request = 8
  }

  package var identifier: Identifier
  package var kind: Kind
  package var source: Source
  /// Of a log record the last known position; without one its horizontal accuracy is negative.
  package var location: Location
  /// By the phone's wall clock; the fix itself may be older.
  package var recordedAt: Instant
  package var surroundings: Surroundings
  /// Nil while no home is set.
  package var home: HomeRelation?

  package init(
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

  package var isLocation: Bool { kind == .location }
}

/// Some kinds of records, for whoever sends or asks for no others.
package struct RecordKinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let location = RecordKinds(rawValue: 1 << 0)
  package static let visit = RecordKinds(rawValue: 1 << 1)
  package static let log = RecordKinds(rawValue: 1 << 2)
  package static let trip = RecordKinds(rawValue: 1 << 3)
  package static let drive = RecordKinds(rawValue: 1 << 4)
  package static let crossing = RecordKinds(rawValue: 1 << 5)
  package static let gate = RecordKinds(rawValue: 1 << 6)
  package static let timeOutdoors = RecordKinds(rawValue: 1 << 7)
  package static let all = RecordKinds(rawValue: .max)

  @inline(__always)
  package init(_ kind: Record.Kind) {
    switch kind {
    case .location: self = .location
    case .visit: self = .visit
    case .log: self = .log
    case .trip: self = .trip
    case .drive: self = .drive
    case .crossing: self = .crossing
    case .gate: self = .gate
    case .timeOutdoors: self = .timeOutdoors
    }
  }
}

/// Steps in the app's life that are recorded with tracking statistics on; raw values go out.
package enum LogAction: String, Sendable, Hashable, CaseIterable {
  case applicationLaunchedWithLocation = "application_launched_with_location"
  case willTerminate = "will_terminate"
  case pausedLocationUpdates = "paused_location_updates"
  case resumedLocationUpdates = "resumed_location_updates"
  case exitedPauseRegion = "exited_pause_region"
}
