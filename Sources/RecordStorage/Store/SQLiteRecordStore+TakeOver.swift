import GRDB
import TrackingEngine

import struct TrackingEngine.Record

extension SQLiteRecordStore {
  /// Copies the readable waiting records of a damaged store into this store.
  ///
  /// The function reads the records from the oldest to the newest, and then from the newest to the
  /// oldest. A damaged part in the middle stops each pass.
  ///
  /// - Parameter floor: the lower limit for identifiers of new records. The limit has to exceed all
  ///   identifiers of the damaged store, also the unreadable ones, because no identifier may be
  ///   used twice.
  /// - Returns: The number of records copied.
  func takeOver(
    waitingIn path: String, identifiersAfter floor: UInt64
  ) throws(RecordStoreError) -> Int {
    var saved = 0
    if let archive = try? RecordArchive(path: path) {
      for isNewestFirst in [false, true] {
        // Records that cannot be read stay in the damaged file.
        try? archive.forEachWaiting(isNewestFirst: isNewestFirst) { record, details in
          try adopt(record, details: details)
          saved += 1
        }
      }
    }
    try beginAfter(floor)
    return saved
  }
}

extension RecordArchive {
  /// Calls `body` with each waiting record; stops when the file cannot be read or `body` throws.
  func forEachWaiting(
    isNewestFirst: Bool, _ body: (Record, _ details: String?) throws -> Void
  ) throws {
    try database.read { db in
      let statement = try db.makeStatement(
        sql: "SELECT \(RecordSchema.readableColumns(db)) FROM record WHERE isWaiting"
          + " ORDER BY identifier" + (isNewestFirst ? " DESC" : ""))
      try statement.forEachRow([]) { columns in
        // Skip an invalid row, and go on with the rows behind it.
        guard let record = try? RecordRow.record(&columns) else { return }
        try body(record, columns.nextText())
      }
    }
  }
}
