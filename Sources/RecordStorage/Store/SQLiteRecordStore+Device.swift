import GRDB
import TrackingEngine

/// The device that made the records, and the counts of its queue.
extension SQLiteRecordStore {
  package func setDeviceName(_ name: String) throws(RecordStoreError) {
    try write { db in
      guard try name != RecordSchema.deviceName(db) ?? "" else { return }
      try db.execute(sql: "UPDATE store SET deviceName = ?", arguments: [name])
    }
  }

  package func setDeviceIdentifier(_ identifier: String) throws(RecordStoreError) {
    try write { db in
      guard try identifier != RecordSchema.deviceIdentifier(db) else { return }
      try db.execute(sql: "UPDATE store SET deviceIdentifier = ?", arguments: [identifier])
    }
  }

  /// Counts the waiting records by kind.
  ///
  /// The query reads only the index of waiting records that are no locations, so that a display may
  /// ask each second.
  package func queueCounts() throws(RecordStoreError) -> QueueCounts {
    guard queueLength > 0 else { return QueueCounts() }
    var counts: [RecordKinds: Int] = try read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT kind, count(*) FROM record
            WHERE isWaiting AND kind <> \(RecordRow.locationKind) GROUP BY kind
            """))
      var counts: [RecordKinds: Int] = [:]
      while let row = try rows.next() {
        let kind: Int = row[0]
        if (0..<16).contains(kind) { counts[RecordKinds(rawValue: 1 << UInt16(kind))] = row[1] }
      }
      return counts
    }
    counts[.location] = queueLength - counts.values.reduce(0, +)
    return QueueCounts(counts)
  }
}
