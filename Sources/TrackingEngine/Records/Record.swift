import PhoneAPI
import Timekeeping

/// An entry that the tracker stored: a position, a visit, a trip, or an event of the app's process.
///
/// A record has no array and no string, so that storing a fix costs a copy and no allocation. Rarer
/// kinds of records, such as trips, have further data. The store keeps these data separately, as a
/// JSON text that is called the record's details.
package struct Record: Sendable, Hashable {
  /// The identifier that the store gives to a record.
  ///
  /// Identifiers grow in the order of recording, across all launches, and are never used twice.
  package struct Identifier: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The identifier of a record that has not been stored yet.
    @inlinable package static var unassigned: Identifier { Identifier(rawValue: 0) }

    @inlinable package static func < (a: Identifier, b: Identifier) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  package enum Kind: Sendable, Hashable {
    case location
    /// A visit. `.distantPast` as arrival, or `.distantFuture` as departure, means a time that the
    /// phone did not observe.
    case visit(arrival: Instant, departure: Instant)
    case log(LogAction)
    /// A trip that the user began and ended; the record's details contain a `TripSummary`.
    case trip
    /// A drive that the tracker detected by the phone's motion; the record's details contain a
    /// `DriveSummary`.
    case drive
    /// A crossing of the fence around the center in `CheckInSettings`.
    case crossing(Crossing)
    /// A request to the server to open a gate.
    case gate
    /// The time outdoors of one local day, which the tracker computes from that day's records.
    ///
    /// The associated value is the day, as in `CivilDate.daysSince1970`. The record's details
    /// contain a `DayOutdoors`.
    case timeOutdoors(daysSince1970: Int64)
  }

  /// The direction of a crossing: into the fence is a check-in, out of it a check-out.
  package enum Crossing: String, Sendable, Hashable, CaseIterable {
    case checkIn = "check-in"
    case checkOut = "check-out"
  }

  /// The service or event of the phone that caused a record. The raw values are stored.
  package enum Source: UInt8, Sendable, Hashable, CaseIterable {
    /// The phone delivered fixes of standard updates.
    case standard = 0
    /// The phone delivered fixes while the app had asked only for significant changes.
    case significantChange = 1
    /// A background refresh task recorded its one fix.
    case refresh = 2
    /// The foreground timer recorded a fix.
    case timer = 3
    case visit = 4
    /// An event of the app's process caused a log record.
    case lifecycle = 5
    /// The user crossed a fence.
    case region = 6
    /// The tracker computed the record from other records.
    case derived = 7
    /// The tracker requested a single fix, for example after a crossing.
    case request = 8
  }

  package var identifier: Identifier
  /// The position; in a log record, the last known position.
  ///
  /// If no position is known, the horizontal accuracy is negative. The position is not behind the
  /// kind and the source, since Swift copies it with the unused bytes in front of it, and that copy
  /// waits for the one before.
  package var location: Location
  package var kind: Kind
  package var source: Source
  /// The time when the tracker made the record, by the phone's clock; the fix may be older.
  package var recordedAt: Instant
  package var surroundings: Surroundings
  /// The relation of the position to home; nil if no home was set.
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

  package var isLocation: Bool { if case .location = kind { true } else { false } }

  /// Returns the record with the identifier that the store gave it.
  package func identified(as identifier: Identifier) -> Record {
    var record = self
    record.identifier = identifier
    return record
  }
}

/// A set of record kinds, for example the kinds that a server receives.
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
    // For the usual kind, a comparison takes less than a jump through a table.
    if case .location = kind {
      self = .location
      return
    }
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

/// The events of the app's process that the tracker records if tracking statistics are on.
///
/// The raw values are sent to the server.
package enum LogAction: String, Sendable, Hashable, CaseIterable {
  case applicationLaunchedWithLocation = "application_launched_with_location"
  case willTerminate = "will_terminate"
  case pausedLocationUpdates = "paused_location_updates"
  case resumedLocationUpdates = "resumed_location_updates"
  case exitedPauseRegion = "exited_pause_region"
}
