import GRDB

extension SQLiteRecordStore {
  /// Copies what waits to be sent in a damaged store, as far as it can be read: from its beginning, and
  /// from its end backwards.
  ///
  /// - Parameter floor: no new record is given this identifier or one below it. The damaged store may
  ///   have given names that nobody can read now, and no name is to be given twice.
  /// - Returns: How many records were copied.
  func takeOver(
    waitingIn path: String, identifiersAfter floor: UInt64
  ) throws(RecordStoreError) -> Int {
    var saved = 0
    if let archive = try? RecordArchive(path: path) {
      for isNewestFirst in [false, true] {
        // What cannot be read stays where it is.
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
  /// Until something cannot be read or `body` throws.
  func forEachWaiting(
    isNewestFirst: Bool, _ body: (Record, _ details: String?) throws -> Void
  ) throws {
    try database.read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT \(RecordSchema.readableColumns(db)) FROM record WHERE isWaiting"
          + " ORDER BY identifier" + (isNewestFirst ? " DESC" : ""))
      while let row = try rows.next() {
        // A row that makes no sense hides none behind it.
        guard let record = try? RecordRow.record(row) else { continue }
        try body(record, row[RecordRow.columns.count])
      }
    }
  }
}
