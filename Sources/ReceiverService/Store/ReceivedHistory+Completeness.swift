import GRDB
import Timekeeping

extension ReceivedHistory {
  /// The length of the intervals in which completeness is counted.
  package static let epoch = TimeSpan.minutes(10)

  /// Returns the instant of the newest record up to `now`; nil if there is none.
  package func newestRecord(until now: Instant) throws -> Instant? {
    try database.read { db in
      let newest = try String.fetchAll(db, sql: "SELECT name FROM device").compactMap { device in
        try Int64.fetchOne(
          db, sql: "SELECT max(timestamp) FROM record WHERE device = ? AND timestamp <= ?",
          arguments: [device, now.nanoseconds])
      }.max()
      return newest.map { Instant(nanoseconds: $0) }
    }
  }

  /// Returns the number of epochs of each day in which a device has a record.
  ///
  /// The first epoch of a day begins at the day's start.
  package func filledEpochs(of device: String, in days: [Range<Instant>]) throws -> [Int] {
    try database.read { db in
      // The table's unique key begins with device and timestamp, so that this reads only the key.
      let count = try db.cachedStatement(
        sql: """
          SELECT count(DISTINCT (timestamp - ?) / \(Self.epoch.nanoseconds)) FROM record
          WHERE device = ? AND timestamp >= ? AND timestamp < ?
          """)
      return try days.map { day in
        try Int.fetchOne(
          count,
          arguments: [
            day.lowerBound.nanoseconds, device, day.lowerBound.nanoseconds,
            day.upperBound.nanoseconds,
          ]) ?? 0
      }
    }
  }
}
