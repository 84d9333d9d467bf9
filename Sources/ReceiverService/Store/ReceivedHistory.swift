import Foundation
import GRDB
import Geodesy
import Receiver
import Timekeeping

/// A reader of the received records, for the page. Any thread can read while the receiver writes.
package struct ReceivedHistory: Sendable {
  let database: DatabasePool

  init(_ database: DatabasePool) { self.database = database }

  /// A record and its number in the order of arrival.
  package struct Entry: Sendable {
    package var number: Int64
    package var record: ReceivedRecord
  }

  /// A summary of the records that one device sent on one local day.
  package struct Day: Sendable, Equatable {
    package var date: CivilDate
    package var recordCount = 0
    /// The length in meters of the route through the positions of location records. `Odometer`
    /// ignores the noise of positions at rest.
    package var distanceMeters = 0.0
    package var first: Instant
    package var last: Instant
  }

  package func devices() throws -> [ReceivedDevice] { try database.read(Self.devices) }

  static func devices(_ db: Database) throws -> [ReceivedDevice] {
    try Row.fetchAll(db, sql: "SELECT * FROM device ORDER BY name").compactMap { row in
      let name: String = row["name"]
      let newest = try Row.fetchOne(
        db, sql: "SELECT * FROM record WHERE device = ? ORDER BY timestamp DESC LIMIT 1",
        arguments: [name])
      return newest.map { newest in
        ReceivedDevice(
          name: name, recordCount: row["recordCount"], newestRecord: ReceivedRecord(newest),
          lastArrival: Instant(nanoseconds: row["lastArrival"]))
      }
    }
  }

  /// Returns the number of the device's record that arrived last; 0 if the device sent none.
  package func lastNumber(of device: String) throws -> Int64 {
    try database.read { db in
      try Int64.fetchOne(
        db, sql: "SELECT lastNumber FROM device WHERE name = ?", arguments: [device]) ?? 0
    }
  }

  /// Returns the number of settings that are queued for the device.
  package func queuedSettingsCount(for device: String) throws -> Int {
    try database.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM queuedSettings WHERE device = ?", arguments: [device]) ?? 0
    }
  }

  /// Returns the device's latest records by time, the newest first. With `before`, returns only
  /// records with an earlier time.
  package func newest(_ count: Int, of device: String, before: Instant?) throws -> [Entry] {
    try entries(
      "device = ? AND timestamp < ? ORDER BY timestamp DESC, number DESC LIMIT ?",
      [device, (before ?? Instant(nanoseconds: .max)).nanoseconds, count])
  }

  /// Returns the device's records that arrived after record `number`, in the order of arrival.
  package func arrivals(after number: Int64, of device: String, count: Int) throws -> [Entry] {
    try entries("number > ? AND device = ? ORDER BY number LIMIT ?", [number, device, count])
  }

  /// Returns the device's records in a range of time, in the order of time, and their total number.
  ///
  /// If there are more than `countMax` records, returns every n-th record and the last record, with
  /// the smallest sufficient n.
  package func track(
    of device: String, in range: Range<Instant>, countMax: Int
  ) throws -> (entries: [Entry], total: Int) {
    let arguments: StatementArguments = [
      device, range.lowerBound.nanoseconds, range.upperBound.nanoseconds,
    ]
    return try database.read { db in
      let condition = "FROM record WHERE device = ? AND timestamp >= ? AND timestamp < ?"
      let total =
        try Int.fetchOne(db, sql: "SELECT count(*) \(condition)", arguments: arguments) ?? 0
      let step = max(1, (total + countMax - 1) / max(1, countMax))
      let rows = try Row.fetchCursor(
        db, sql: "SELECT * \(condition) ORDER BY timestamp, number", arguments: arguments)
      var entries: [Entry] = []
      var ordinal = 0
      while let row = try rows.next() {
        if ordinal % step == 0 || ordinal == total - 1 { entries.append(Entry(row)) }
        ordinal += 1
      }
      return (entries, total)
    }
  }

  /// Returns summaries of the newest `count` local days on which the device has records, the newest
  /// day first.
  ///
  /// Days without records do not count, so that one record of a wrong clock hides no other day.
  package func days(of device: String, in calendar: LocalCalendar, count: Int) throws -> [Day] {
    try database.read { db in
      var start: Instant?
      for _ in 0..<count {
        guard let newest = try Self.newest(of: device, before: start, db) else { break }
        start = calendar.startOfDay(calendar.date(of: newest))
      }
      guard let start else { return [] }
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT timestamp, type, latitude, longitude, accuracy FROM record
          WHERE device = ? AND timestamp >= ? ORDER BY timestamp
          """, arguments: [device, start.nanoseconds])
      var summary = DaySummary(calendar)
      while let row = try rows.next() {
        summary.add(
          at: Instant(nanoseconds: row[0]), isLocation: row[1] as String == "location",
          Coordinate(latitude: row[2], longitude: row[3]), accuracyMeters: row[4])
      }
      return summary.days.reversed()
    }
  }

  private static func newest(
    of device: String, before end: Instant?, _ db: Database
  ) throws -> Instant? {
    try Int64.fetchOne(
      db, sql: "SELECT max(timestamp) FROM record WHERE device = ? AND timestamp < ?",
      arguments: [device, end?.nanoseconds ?? .max]
    ).map(Instant.init(nanoseconds:))
  }

  private func entries(_ condition: String, _ arguments: StatementArguments) throws -> [Entry] {
    try database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM record WHERE \(condition)", arguments: arguments)
        .map(Entry.init)
    }
  }
}

extension ReceivedHistory.Entry {
  fileprivate init(_ row: Row) { self.init(number: row["number"], record: ReceivedRecord(row)) }
}

/// A summary of records by local day. Records have to be added in the order of their times.
private struct DaySummary {
  private let calendar: LocalCalendar
  private(set) var days: [ReceivedHistory.Day] = []
  /// The end of the local day that is being summed; nil before the first record.
  private var dayEnd: Instant?
  private var odometer = Odometer()

  init(_ calendar: LocalCalendar) { self.calendar = calendar }

  mutating func add(
    at instant: Instant, isLocation: Bool, _ coordinate: Coordinate, accuracyMeters: Double
  ) {
    if dayEnd.map({ instant >= $0 }) ?? true {
      days.append(
        ReceivedHistory.Day(date: calendar.date(of: instant), first: instant, last: instant))
      dayEnd = calendar.startOfNextDay(after: instant)
    }
    let index = days.count - 1
    days[index].recordCount += 1
    days[index].last = instant
    if isLocation {
      days[index].distanceMeters += odometer.advance(to: coordinate, accuracyMeters)
    }
  }
}

/// A meter for the length of a route that ignores the noise of positions at rest. A step counts
/// only if it is longer than the position's accuracy radius and longer than 20 m.
private struct Odometer {
  private static let accuracyMaxMeters = 200.0
  private var anchor: Coordinate?

  /// Returns the meters that a new position adds to the route; 0 for a position that is too
  /// inaccurate.
  mutating func advance(to coordinate: Coordinate, _ accuracyMeters: Double) -> Double {
    guard accuracyMeters <= Self.accuracyMaxMeters else { return 0 }
    guard let anchor else {
      self.anchor = coordinate
      return 0
    }
    let distance = anchor.distanceMeters(to: coordinate)
    guard distance > max(20, accuracyMeters) else { return 0 }
    self.anchor = coordinate
    return distance
  }
}
